"""Reads a DOCX file with python-docx and says what is in it."""

import json
import sys

import docx

document = docx.Document(sys.argv[1])
print(
    json.dumps(
        {
            "title": document.core_properties.title,
            "paragraphs": [[it.style.name, it.text] for it in document.paragraphs],
            "bold": [run.text for it in document.paragraphs for run in it.runs if run.bold],
            "italic": [run.text for it in document.paragraphs for run in it.runs if run.italic],
            "pictures": len(document.inline_shapes),
            "links": [
                [link.address, link.fragment, link.text]
                for it in document.paragraphs
                for link in it.hyperlinks
            ],
        }
    )
)
