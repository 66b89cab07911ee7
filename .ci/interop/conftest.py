import os
import sys
from pathlib import Path

import pytest
import xarray
from pyspark.sql import SparkSession

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "data"


@pytest.fixture(scope="session")
def spark():
    """Spark as pip installs it, with the connector's runtime jar and nothing else."""
    os.environ.pop("SPARK_HOME", None)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local[2]")
        .appName("zarr-spark interoperability")
        .config("spark.jars", os.environ["ZARR_SPARK_JAR"])
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.driver.memory", "2g")
        .config("spark.driver.host", "localhost")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )
    yield session
    session.stop()


@pytest.fixture(scope="session")
def navy_winds():
    with xarray.open_zarr(EXAMPLES / "navy_winds.zarr", chunks=None) as dataset:
        yield dataset.load()


@pytest.fixture(scope="session")
def coads():
    with xarray.open_zarr(EXAMPLES / "coads.zarr", chunks=None) as dataset:
        yield dataset.load()


@pytest.fixture
def navy_winds_table(spark):
    return spark.read.format("zarr").load(str(EXAMPLES / "navy_winds.zarr"))


@pytest.fixture
def coads_table(spark):
    return spark.read.format("zarr").load(str(EXAMPLES / "coads.zarr"))
