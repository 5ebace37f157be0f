"""What the page of totals says and draws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from .charts import Chart, chart
from .deal_totals import DealTotals, Totals

DAY_FORMATS = {"week": "j N Y", "month": "N Y", "year": "Y"}


@dataclass(frozen=True)
class Picture:
    """A chart and the words that go with it: ``legend`` names what the kinds of bars mean."""

    name: str
    title: str
    description: str
    legend: tuple[tuple[str, str], ...]
    chart: Chart


class TotalsPage:
    def __init__(self, found: DealTotals) -> None:
        self.totals, self.unit, self.periods = found.totals, found.unit, found.periods

    @property
    def unit_title(self) -> str:
        return {"week": _("Week from"), "month": _("Month"), "year": _("Year")}[self.unit]

    @property
    def lines(self) -> list[tuple[str, Totals]]:
        """The table that says the same as the pictures, newest first."""
        return [(self.day_text(period.start), period.totals) for period in reversed(self.periods)]

    def day_text(self, day: date) -> str:
        return date_format(day, DAY_FORMATS[self.unit])

    @property
    def first(self) -> str:
        return self.day_text(self.periods[0].start)

    @property
    def last(self) -> str:
        return self.day_text(self.periods[-1].start)

    @property
    def pictures(self) -> list[Picture]:
        """Those of which there is something to show."""
        found = [(self.totals.declared, self._contracts), (self.totals.scored, self._points)]
        found.append((self.totals.judged, self._lost))
        return [picture() for count, picture in found if count]

    def _contracts(self) -> Picture:
        made = ngettext("%(count)d contract made", "%(count)d contracts made", self.totals.made)
        down = ngettext("%(count)d contract down", "%(count)d contracts down", self.totals.down)
        return Picture(
            "contracts",
            _("The contracts you played"),
            f"{made % {'count': self.totals.made}}, {down % {'count': self.totals.down}}.",
            (("made", pgettext("contract", "made")), ("down", pgettext("contract", "down"))),
            self._chart(lambda totals: [("made", totals.made), ("down", totals.down)]),
        )

    def _points(self) -> Picture:
        average = self.totals.points_per_deal or 0
        sentence = _("On average %(points)d points more than the other side.")
        if average < 0:
            sentence = _("On average %(points)d points fewer than the other side.")
        return Picture(
            "points",
            _("Points per deal"),
            sentence % {"points": abs(average)},
            (("made", _("more than the other side")), ("down", _("fewer"))),
            self._chart(lambda totals: [_signed(totals.points_per_deal or 0)]),
        )

    def _lost(self) -> Picture:
        return Picture(
            "lost",
            _("Tricks lost per deal"),
            _("How many tricks another choice would have brought. The lower the bars, the better."),
            (),
            self._chart(lambda totals: [("down", totals.lost_per_deal or 0)]),
        )

    def _chart(self, parts: Callable[[Totals], list[tuple[str, float]]]) -> Chart:
        return chart([parts(period.totals) for period in self.periods])


def _signed(value: float) -> tuple[str, float]:
    return ("made" if value > 0 else "down", value)
