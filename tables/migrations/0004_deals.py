"""Columns that the history reads, filled for the records played before there were any.

What is filled in is worked out here, as it was when the columns came: the code of the site may change.
"""

import unicodedata
from collections import defaultdict
from dataclasses import replace

import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone

from minibridge.engine import Contract, RuleSet, Seat, Side, preset_of

BATCH = 1000


def fill_deal_facts(apps, schema_editor) -> None:
    """Give each player of each record his facts, a thousand records at a time."""
    records = apps.get_model("tables", "BoardRecord").objects.using(schema_editor.connection.alias)
    last = 0
    while batch := list(records.filter(id__gt=last).order_by("id").select_related("match__table")[:BATCH]):
        _fill(apps.get_model("tables", "RecordPlayer"), batch, schema_editor.connection)
        last = batch[-1].id


def _fill(model, records, connection) -> None:
    by_record = defaultdict(list)
    for player in model.objects.using(connection.alias).filter(record__in=records):
        by_record[player.record_id].append(player)
    rows = [
        facts | {"id": player.id, "folded_name": _folded(player.name)}
        for record in records
        for player, facts in _facts(record, by_record[record.id])
    ]
    if rows:
        columns = ", ".join(f"{connection.ops.quote_name(name)} = %s" for name in rows[0] if name != "id")
        statement = f"UPDATE {connection.ops.quote_name(model._meta.db_table)} SET {columns} WHERE id = %s"
        values = [[row[name] for name in row if name != "id"] + [row["id"]] for row in rows]
        with connection.cursor() as cursor:
            cursor.executemany(statement, values)


def _facts(record, players):
    rules = RuleSet.from_dict(record.rules)
    shared = {
        "preset": _preset(rules),
        "day": timezone.localdate(record.started).isoformat(),
        "with_people": sum(not player.bot for player in players) > 1,
    }
    if record.finished:
        shared |= _ending(record)
    else:
        shared |= {"outcome": "", "denomination": "", "goal": "", "over": None}
    declarer = Seat(record.declarer) if record.finished and record.declarer else None
    for player in players:
        seat = Seat(player.seat)
        side = _side(rules, declarer, seat)
        role = _role(rules, declarer, seat, is_alone=record.match.table.alone)
        own = {"side": side.value if side else "", "role": role, "score": _score(record, rules, side)}
        yield player, shared | own


def _ending(record):
    """What all players of a finished record share."""
    if record.level is None:
        return {"outcome": record.outcome, "denomination": "", "goal": "", "over": None}
    contract = Contract.parse(f"{record.level}{record.denomination}{record.doubling}")
    return {
        "outcome": record.outcome,
        "denomination": record.denomination,
        "goal": "slam" if record.level > 5 else contract.kind,
        "over": None if record.tricks is None else record.tricks - 6 - record.level,
    }


def _preset(rules) -> str:
    """The preset that these rules are, of any length, alone or not."""
    defaults = RuleSet()
    shared = replace(rules, hints=defaults.hints, takeback=defaults.takeback, deals=defaults.deals)
    return preset_of(shared) or ""


def _side(rules, declarer, seat):
    if rules.players == "four":
        return seat.side
    if declarer is None:
        return None
    return declarer.side if seat is declarer else declarer.side.other


def _role(rules, declarer, seat, *, is_alone) -> str:
    if declarer is None:
        return ""
    is_four = rules.players == "four"
    if is_alone and is_four and declarer.side is seat.side:
        return "both"
    if seat is declarer:
        return "declarer"
    return "dummy" if is_four and seat is declarer.partner else "defender"


def _score(record, rules, side):
    if not record.finished or side is None or record.outcome not in ("played", "claimed"):
        return None
    points = {Side.NS: record.points_ns or 0, Side.EW: record.points_ew or 0}
    return points[side] - points[side.other] if rules.players == "four" else points[side]


def _folded(name) -> str:
    parts = unicodedata.normalize("NFKD", name)
    letters = "".join(sign for sign in parts if unicodedata.category(sign) not in ("Mn", "Me"))
    return unicodedata.normalize("NFKC", letters.casefold())[:100]


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0003_bots'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='recordplayer',
            name='day',
            field=models.DateField(default=django.utils.timezone.localdate),
        ),
        migrations.AddField(
            model_name='recordplayer',
            name='denomination',
            field=models.CharField(blank=True, max_length=2),
        ),
        migrations.AddField(
            model_name='recordplayer',
            name='folded_name',
            field=models.CharField(blank=True, max_length=100),
        ),
        migrations.AddField(
            model_name='recordplayer',
            name='goal',
            field=models.CharField(blank=True, choices=[('partscore', 'partscore'), ('game', 'game'), ('slam', 'slam')], max_length=9),
        ),
        migrations.AddField(
            model_name='recordplayer',
            name='outcome',
            field=models.CharField(blank=True, choices=[('', 'in play'), ('played', 'played out'), ('claimed', 'claimed'), ('balanced', '20–20, dealt again'), ('unfinished', 'unfinished')], default='', max_length=10),
        ),
        migrations.AddField(
            model_name='recordplayer',
            name='over',
            field=models.SmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='recordplayer',
            name='preset',
            field=models.CharField(blank=True, max_length=32),
        ),
        migrations.AddField(
            model_name='recordplayer',
            name='role',
            field=models.CharField(blank=True, choices=[('declarer', 'declarer'), ('dummy', 'dummy'), ('defender', 'defender'), ('both', 'both hands')], max_length=8),
        ),
        migrations.AddField(
            model_name='recordplayer',
            name='score',
            field=models.IntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='recordplayer',
            name='side',
            field=models.CharField(blank=True, max_length=2),
        ),
        migrations.AddField(
            model_name='recordplayer',
            name='with_people',
            field=models.BooleanField(default=False),
        ),
        migrations.AddIndex(
            model_name='recordplayer',
            index=models.Index(fields=['user', 'day'], name='days_of_a_person'),
        ),
        migrations.RunPython(fill_deal_facts, migrations.RunPython.noop),
    ]
