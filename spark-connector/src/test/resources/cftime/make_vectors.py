"""Times of every CF calendar as cftime decodes them:  python make_vectors.py > times.txt

Needs cftime 1.6.5 and numpy. A line has the calendar, the units, the stored number and what cftime makes of it, with
bars between: microseconds since 1970 for the calendars whose times are instants, else the text; "refused" where cftime
decodes nothing. Floats are written in hexadecimal.
"""

import random

import cftime
import numpy as np

INSTANTS = {"standard", "gregorian", "proleptic_gregorian"}
CALENDARS = [
    *sorted(INSTANTS), "noleap", "365_day", "all_leap", "366_day", "360_day", "julian", "NoLeap", "Standard",
]
UNITS = [
    "microseconds", "microsecond", "microsec", "microsecs", "milliseconds", "millisecond", "millisec", "millisecs",
    "msec", "msecs", "ms", "second", "seconds", "sec", "secs", "s", "minute", "minutes", "min", "mins", "hour", "hours",
    "hr", "hrs", "h", "day", "days", "d", "month", "months", "common_year", "common_years", "Days", "years", "weeks",
]
REFERENCES = [
    "1970-01-01", "1900-1-1", "2000-02-29", "2000-02-30", "1999-02-29", "1582-10-04", "1582-10-10", "1582-10-15",
    "0001-01-01", "1-1-1", "0000-01-01", "-0001-12-31", "-4713-01-01 12:00:00", "12345-06-07", "2000-12-31 23:59:59",
    "1850-01-01T00:00:00Z", "2000-01-01 00:00:00 +02:00", "2000-01-01 00:00:00.5 -0530", "2000-01-01 06:30",
    "2000-13-01", "2000-01-31", "1500-02-29", "1900-02-29",
]


def decoded(number, units, calendar):
    try:
        time = cftime.num2date(number, units, calendar)
        if calendar.lower() not in INSTANTS:
            return str(time)
        return str(int(cftime.date2num(time, "microseconds since 1970-01-01", calendar)))
    except (ValueError, OverflowError):
        return "refused"


def numbers(choose):
    """An integer and some floats: fractions, whole seconds up to rounding, and any."""
    yield choose.randint(-2000, 200_000)
    yield choose.uniform(-100.0, 100_000.0)
    yield choose.randint(-10**6, 10**8) / 3600
    yield choose.randint(-10**9, 10**9) / 86400
    yield choose.randint(-10**12, 10**15) / 8.64e10


def line(calendar, units, number):
    text = number.hex() if isinstance(number, float) else str(number)
    array = np.array(number, dtype=np.float64 if isinstance(number, float) else np.int64)
    print(calendar, units, text, decoded(array, units, calendar), sep="|")


def main():
    choose = random.Random(20261130)
    for calendar in CALENDARS:
        for reference in REFERENCES:
            line(calendar, f"days since {reference}", choose.randint(-1_000_000, 1_000_000))
        for unit in UNITS:
            line(calendar, f"{unit} since 1999-12-31", choose.choice([1, 60, 1.5]))
        for _ in range(25):
            units = f"{choose.choice(UNITS[:31])} since {choose.choice(REFERENCES)}"
            for number in numbers(choose):
                line(calendar, units, number)
        for day in range(-3, 4):
            line(calendar, "days since 1582-10-15", day)
            line(calendar, "days since 0001-01-01", day)
            line(calendar, "days since 2000-02-28", day)


if __name__ == "__main__":
    main()
