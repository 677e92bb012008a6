/// A piece of code in the layout of `swift format`: on one line if it fits, else with a line for each item.
indirect enum SwiftCode {
    case text(String)
    /// Items between an opening and a closing text.
    case list(String, [SwiftCode], String)

    static func literal(_ text: String) -> SwiftCode { .text(text.swiftLiteral) }

    static func array(_ items: [SwiftCode]) -> SwiftCode { .list("[", items, "]") }

    /// Returns the code with a text in front.
    func labelled(_ label: String) -> SwiftCode {
        switch self {
        case .text(let text): .text(label + text)
        case .list(let open, let items, let close): .list(label + open, items, close)
        }
    }

    private static let lineLength = 120

    private var line: String {
        switch self {
        case .text(let text): text
        case .list(let open, let items, let close): open + items.map(\.line).joined(separator: ", ") + close
        }
    }

    /// Returns the lines with their indentation.
    ///
    /// - Parameter reserved: The length of what follows on the last line.
    func lines(indent: Int, reserving reserved: Int = 0) -> [String] {
        let margin = String(repeating: " ", count: indent)
        guard case .list(let open, let items, let close) = self, !items.isEmpty,
            indent + line.count + reserved > Self.lineLength
        else { return [margin + line] }
        // A collection of several elements ends with a comma.
        let endsWithComma = open.hasSuffix("[") && items.count > 1
        let inner = items.enumerated().flatMap { index, item in
            let hasComma = index < items.count - 1 || endsWithComma
            var lines = item.lines(indent: indent + 4, reserving: hasComma ? 1 : 0)
            if hasComma { lines[lines.count - 1] += "," }
            return lines
        }
        return [margin + open] + inner + [margin + close]
    }
}
