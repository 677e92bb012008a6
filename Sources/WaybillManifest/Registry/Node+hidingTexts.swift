package import WaybillSyntax

extension Node {
    /// Removes the values of this `with:` from a message. Variables are expanded, and their values may be secrets of
    /// the environment.
    package func hidingTexts(in message: String) -> String {
        let values = scalarTexts.filter { $0.utf8.count > 3 }.sorted { $0.utf8.count > $1.utf8.count }
        return values.reduce(message) { $0.replacing($1, with: "***") }
    }

    /// All scalars in it that are not keys.
    private var scalarTexts: [String] {
        switch content {
        case .scalar(let scalar): [scalar.text]
        case .sequence(let items): items.flatMap(\.scalarTexts)
        case .mapping(let entries): entries.flatMap(\.value.scalarTexts)
        }
    }
}
