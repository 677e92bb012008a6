package import WaybillManifest
package import WaybillSyntax

/// Values below `with:`. Variables are expanded, and their values may be secrets of the environment.
package struct ConfiguredTexts: Sendable {
    /// The longest first.
    private let texts: [String]

    package init(of nodes: some Sequence<Node>) {
        let all = Set(nodes.lazy.flatMap(\.scalarTexts).filter { $0.utf8.count > 3 })
        texts = all.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
    }

    package init(of set: ManifestSet) {
        self.init(
            of: set.modules.compactMap(\.with) + set.interceptors.compactMap(\.with) + set.routes.compactMap(\.with))
    }

    /// Returns a message without them.
    package func hidden(in message: String) -> String {
        texts.reduce(message) { $0.replacing($1, with: "***") }
    }
}

extension Node {
    /// All scalars in it that are not keys.
    fileprivate var scalarTexts: [String] {
        switch content {
        case .scalar(let scalar): [scalar.text]
        case .sequence(let items): items.flatMap(\.scalarTexts)
        case .mapping(let entries): entries.flatMap(\.value.scalarTexts)
        }
    }
}
