"""What every check in Python is written with: the program, its stores, servers, connections, and waiting."""

from .clock import Clock
from .connections import Answer, Client, Events
from .processes import Process, free_port, free_ports, preloaded
from .program import JSON, PATIENCE, PROGRAM, ROOT, SEEDS, library, need, run
from .server import Server
from .shrinking import smallest
from .stores import Store
from .waiting import Failure, completed, eventually

__all__ = [
    "Answer", "Client", "Clock", "Events", "Failure", "JSON", "PATIENCE", "PROGRAM", "Process", "ROOT", "SEEDS",
    "Server", "Store", "completed", "eventually", "free_port", "free_ports", "library", "need", "preloaded", "run",
    "smallest",
]
