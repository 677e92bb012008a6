extension RoutingTable {
    /// The maximum number of prefixes and suffixes at one node, which a lookup compares one by one.
    package var maximumAffixesAtOneNode: Int {
        [routeTree, interceptorTree].map { tree in
            tree.nodes.indices.dropLast().lazy.map { tree.edges(of: PatternTree.Index($0)).count }.max() ?? 0
        }.max() ?? 0
    }
}
