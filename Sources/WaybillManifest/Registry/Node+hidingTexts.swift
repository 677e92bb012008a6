package import WaybillSyntax

extension Node {
    /// A message without the values of this `with:` that it quotes. Their variables have values of the environment here,
    /// which nobody can find in a file.
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
