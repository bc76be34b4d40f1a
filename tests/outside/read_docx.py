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
            # On the first page, and on the others.
            "headers": [
                "".join(it.text for it in header.paragraphs)
                for section in document.sections
                for header in (section.first_page_header, section.header)
            ],
            "pages": [
                it.text for it in document.paragraphs if it.paragraph_format.page_break_before
            ],
            # In inches.
            "paper": [
                [round(it.page_width.inches, 2), round(it.page_height.inches, 2)]
                for it in document.sections
            ],
            "pictures": len(document.inline_shapes),
            "links": [
                [link.address, link.fragment, link.text]
                for it in document.paragraphs
                for link in it.hyperlinks
            ],
        }
    )
)
