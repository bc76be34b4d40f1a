"""Reads GraphML files with networkx and says what is in each, one line of JSON a file."""

import json
import sys

import networkx

for name in sys.argv[1:]:
    graph = networkx.read_graphml(name)
    print(
        json.dumps(
            {
                "nodes": graph.number_of_nodes(),
                "edges": graph.number_of_edges(),
                "multigraph": graph.is_multigraph(),
                "title": graph.graph.get("title"),
                "by_title": {data["title"]: data for _, data in graph.nodes(data=True)},
                "labels": [data.get("label", "") for _, _, data in graph.edges(data=True)],
            }
        )
    )
