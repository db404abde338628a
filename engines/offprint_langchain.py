"""For LangChain: `FoldCopies` keeps one document of each article that a retriever found.

    documents = FoldCopies().transform_documents(retriever.invoke("third dam"))
    documents[0].metadata["independent_origins"]
"""

from langchain_core.documents import BaseDocumentTransformer, Document

from offprint_folding import folded


class FoldCopies(BaseDocumentTransformer):
    """`rewrites` also puts reports in other words together, in Chinese and English."""

    def __init__(self, rewrites=False):
        self.rewrites = rewrites

    def transform_documents(self, documents, **_):
        documents = list(documents)
        results = [(document.page_content, document.metadata) for document in documents]
        kept = ((documents[place], more) for place, more in folded(results, self.rewrites))
        return [
            Document(id=document.id, page_content=document.page_content, metadata={**document.metadata, **more})
            for document, more in kept
        ]
