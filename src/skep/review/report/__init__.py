"""The report of a review: words in two languages, and one HTML file that stands alone."""

from skep.review.report.page import html_report
from skep.review.report.telling import BAD, REPORT_WORDS, SIGNS, Teller
from skep.review.report.words import ReportWords

__all__ = ["BAD", "REPORT_WORDS", "SIGNS", "ReportWords", "Teller", "html_report"]
