"""The address that `start` tells phones to open."""

import ipaddress
from pathlib import Path

import pytest

from scorekeeper.addresses import Interface, own_hosts, own_interfaces, phone_addresses
from scorekeeper.welcome import phone_urls, welcome

DATA = Path("/home/ann/data")


def interfaces(**addresses: str) -> list[Interface]:
    return [Interface(name, ipaddress.ip_address(text)) for name, text in addresses.items()]


def route(text: str) -> ipaddress.IPv4Address:
    return ipaddress.IPv4Address(text)


def test_the_way_to_the_internet_comes_first() -> None:
    found = interfaces(lo="127.0.0.1", eth0="10.1.1.1", wlan0="192.168.1.5")
    assert phone_addresses(found, route("10.1.1.1")) == ["10.1.1.1", "192.168.1.5"]


def test_address_of_a_tunnel_is_not_shown() -> None:
    found = interfaces(lo="127.0.0.1", wlan0="192.168.1.5", tun0="10.8.0.2", docker0="172.17.0.1")
    assert phone_addresses(found, route("10.8.0.2")) == ["192.168.1.5"]


def test_home_networks_come_first_without_internet() -> None:
    found = interfaces(eth1="172.20.1.1", eth0="10.1.1.1", eth2="203.0.113.4", wlan0="192.168.1.5")
    assert phone_addresses(found, None) == ["192.168.1.5", "10.1.1.1", "172.20.1.1", "203.0.113.4"]


def test_a_machine_on_no_network_has_no_address_for_phones() -> None:
    assert phone_addresses(interfaces(lo="127.0.0.1", wlan0="169.254.7.7", eth0="fe80::1"), None) == []


def test_this_machine_knows_its_own_names() -> None:
    assert {"127.0.0.1", "::1"} & {str(interface.address) for interface in own_interfaces()}
    hosts = own_hosts()
    assert hosts[:3] == ["localhost", "127.0.0.1", "[::1]"]
    assert len(hosts) == len(set(hosts))


@pytest.mark.parametrize(
    ("host", "urls"),
    [
        ("localhost", []),
        ("127.0.0.1", []),
        ("192.168.1.5", ["http://192.168.1.5:8000/"]),
        ("fd00::5", ["http://[fd00::5]:8000/"]),
    ],
)
def test_chosen_host_is_the_one_shown(host: str, urls: list[str]) -> None:
    assert phone_urls(host, 8000) == urls


def test_the_welcome_shows_the_address_its_code_and_the_others() -> None:
    urls = ["http://192.168.1.5:8000/", "http://10.1.1.1:8000/"]
    text = welcome(urls=urls, host="0.0.0.0", port=8000, data=DATA, color=False)
    lines = text.splitlines()
    assert "      http://192.168.1.5:8000/" in lines
    assert sum("█" in line for line in lines) > 10
    assert "  If that doesn't work:   http://10.1.1.1:8000/" in lines
    assert "  On this computer:       http://localhost:8000/" in lines
    assert f"  Scores are stored in:   {DATA}" in lines
    assert "\033" not in text


def test_several_processes_get_the_warning_and_one_does_not() -> None:
    place = {"urls": [], "host": "127.0.0.1", "port": 8000, "data": DATA, "color": False}
    assert "  Server processes:       3" in welcome(**place, workers=3).splitlines()
    assert "Processes" not in welcome(**place)


def test_an_address_that_was_set_is_shown_without_a_word_of_wifi() -> None:
    text = welcome(urls=["https://score.club/"], host="127.0.0.1", port=8000, data=DATA, color=False, public=True)
    assert "Open this address on a phone:\n\n      https://score.club/" in text
    assert "Only this computer" not in text


def test_colors_are_ended_on_the_line_they_begin() -> None:
    text = welcome(urls=["http://192.168.1.5:8000/"], host="0.0.0.0", port=8000, data=DATA, color=True)
    colored = [line for line in text.splitlines() if "\033" in line]
    assert len(colored) > 10
    assert all(line.endswith("\033[0m") for line in colored)


def test_machine_without_a_network_is_reported() -> None:
    text = welcome(urls=[], host="0.0.0.0", port=8000, data=DATA, color=False)
    assert "This computer isn't on a network" in text
    assert "http://localhost:8000/" in text


def test_local_server_says_that_phones_cannot_reach_it() -> None:
    text = welcome(urls=[], host="127.0.0.1", port=8000, data=DATA, color=False)
    assert "Only this computer can open it" in text
