"""The log: lines of text, or a JSON object per line. Each line has the id of the request it belongs to."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any, Final, Literal, TypeAlias

import msgspec

from skep.server.http.request_ids import current_request

__all__ = ["JsonFormatter", "LogFormat", "RequestFilter", "log_config"]

LogFormat: TypeAlias = Literal["text", "json"]

_NUMBERS: Final = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


class RequestFilter(logging.Filter):
    """Adds the id of the current request to each line."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Set ``record.request``, and ``record.context`` for the end of a text line."""
        request = current_request()
        record.request = request
        record.context = "" if request is None else f" [{request}]"
        return True


class JsonFormatter(logging.Formatter):
    """Formats a line as a JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the object as one line."""
        fields: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "process": record.process,
        }
        if (request := getattr(record, "request", None)) is not None:
            fields["request"] = request
        if record.exc_info:
            fields["exception"] = self.formatException(record.exc_info)
        return msgspec.json.encode(fields).decode()


def log_config(form: LogFormat, level: str) -> dict[str, Any]:
    """Return the configuration of the log, for :func:`logging.config.dictConfig` and uvicorn."""
    json: dict[str, Any] = {"()": "skep.server.admin.logs.JsonFormatter"}
    formatters = {
        "json": {"default": json, "access": json},
        "text": {
            "default": {"()": "uvicorn.logging.DefaultFormatter", "fmt": "%(levelprefix)s %(message)s%(context)s"},
            "access": {
                "()": "uvicorn.logging.AccessFormatter",
                "fmt": '%(levelprefix)s %(client_addr)s - "%(request_line)s" %(status_code)s%(context)s',
            },
        },
    }[form]
    handlers = {
        name: {"class": "logging.StreamHandler", "formatter": name, "filters": ["request"]}
        for name in ("default", "access")
    }
    # details of libraries would hide ours
    others = logging.getLevelName(max(logging.INFO, _NUMBERS[level]))
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"request": {"()": "skep.server.admin.logs.RequestFilter"}},
        "formatters": formatters,
        "handlers": handlers,
        "root": {"level": others, "handlers": ["default"]},
        "loggers": {
            "skep": {"level": level.upper()},
            "uvicorn": {"level": level.upper(), "handlers": ["default"], "propagate": False},
            "uvicorn.access": {"level": level.upper(), "handlers": ["access"], "propagate": False},
            # a line per job and state, and a traceback per attempt to reach Redis
            "saq": {"level": "CRITICAL"},
        },
    }
