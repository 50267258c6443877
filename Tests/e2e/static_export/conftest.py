import pytest

from harness.buckets import moto
from static_export.installation import LOCALES, Bucket, Folder, Installation


@pytest.fixture(scope="module")
def bucket(make_folder):
    with moto(make_folder("bucket")) as bucket:
        yield bucket


@pytest.fixture(scope="module")
def installation(make_store, bucket, is_soak):
    installation = Installation(
        make_store(environment=bucket.environment_of_users | {"TANADA_LOCALES": ",".join(LOCALES)}),
        [390, 834] if is_soak else [390])
    yield installation
    installation.server.kill()


@pytest.fixture(params=["folder", "bucket"])
def target(request, bucket, folder):
    """A new one, in which nothing is."""
    target = Folder(folder / "site") if request.param == "folder" else Bucket(bucket, folder.name)
    yield target
    target.stop()
