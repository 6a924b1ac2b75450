"""Where the papers' claims join the test run: the plugin collects one item for each claim and route beside this file."""

import pytest


def test_the_claims_are_part_of_this_run(request):
    """Without the plugin a test run would pass and look at no claim."""
    plugins = request.config.pluginmanager
    if not (plugins.hasplugin("theoremtest") or plugins.hasplugin("theoremtest.reports.pytest_plugin.plugin")):
        pytest.fail("the plugin is not loaded: install the checkout (`make test` does) "
                    "or run pytest -p theoremtest.reports.pytest_plugin.plugin")
