"""Bots: any engine as a player on a skep server, through its bot API.

>>> from skep.bot import BotApi
>>> BotApi("https://skep.example/", "skep_token").url
'https://skep.example'
"""

from skep.bot.api import BotApi
from skep.bot.bot import Bot, BotSettings, OnInterrupt
from skep.bot.engines import BuiltInEngines, EngineSource, ProgramEngines
from skep.bot.errors import ApiError, BotError, InvalidToken, ServerUnreachable
from skep.bot.messages import ChallengeInfo, OwnAccount
from skep.bot.rules import ChallengeRules, Load, read_rules
from skep.bot.timing import NetworkDelay, Pace

__all__ = [
    "ApiError",
    "Bot",
    "BotApi",
    "BotError",
    "BotSettings",
    "BuiltInEngines",
    "ChallengeInfo",
    "ChallengeRules",
    "EngineSource",
    "InvalidToken",
    "Load",
    "NetworkDelay",
    "OnInterrupt",
    "OwnAccount",
    "Pace",
    "ProgramEngines",
    "ServerUnreachable",
    "read_rules",
]
