import pytest


def pytest_addoption(parser):
    parser.addoption("--record", action="store_true", help="writes the lists of what is stable; review their change")


@pytest.fixture
def record(request):
    return request.config.getoption("--record", default=False)
