"""For LlamaIndex: `FoldCopies` keeps one node of each article that a retriever found.

    engine = index.as_query_engine(node_postprocessors=[FoldCopies()])

A document that was split has several nodes with its address. They are no copies of each other, and stay.
"""

from llama_index.core.postprocessor.types import BaseNodePostprocessor

from offprint_folding import folded


class FoldCopies(BaseNodePostprocessor):
    """`rewrites` also puts reports in other words together, in Chinese and English."""

    rewrites: bool = False

    def _postprocess_nodes(self, nodes, query_bundle=None):
        results = [(node.node.get_content(), node.metadata) for node in nodes]
        kept = []
        for place, more in folded(results, self.rewrites):
            node = nodes[place].model_copy(deep=True)
            node.node.metadata.update(more)
            kept.append(node)
        return kept
