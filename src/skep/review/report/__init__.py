"""The report of a review: its texts, and a self-contained HTML file."""

from skep.review.report.page import html_report
from skep.review.report.text import BAD, SYMBOLS, ReportText

__all__ = ["BAD", "SYMBOLS", "ReportText", "html_report"]
