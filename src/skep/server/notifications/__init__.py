"""Notifications: stored per player, shown on the page, and pushed to the devices that opted in."""

from __future__ import annotations

from skep.server.notifications.notifications import Notifications, TeamTopic

__all__ = ["Notifications", "TeamTopic"]
