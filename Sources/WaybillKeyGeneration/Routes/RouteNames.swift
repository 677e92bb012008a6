/// How texts of manifests become names in Swift.
enum RouteNames {
    /// `notes.show` and `GET /notes/:id` as `notesShow` and `getNotesId`.
    ///
    /// The text is cut at everything that is neither a letter nor a digit; `*` alone is read as `any`, `**` as `rest`. A word of
    /// capitals alone is written small. The first word begins small, each other one with a capital. `root` stands for no words,
    /// and `n` precedes a digit.
    static func camelCased(_ text: String) -> String {
        let words = words(of: text).map { $0.contains(where: \.isLowercase) ? $0 : $0.lowercased() }
        guard let first = words.first else { return "root" }
        let name = uncapitalized(first) + words.dropFirst().map(capitalized).joined()
        return name.first?.isNumber == true ? "n" + name : name
    }

    private static func words(of text: String) -> [String] {
        text.split { $0 == "/" || $0 == "." || $0 == " " }.flatMap { part in
            if part == "*" { return ["any"] }
            if part == "**" { return ["rest"] }
            return part.unicodeScalars.split { !isWord($0) }.map { String($0) }
        }
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .modifierLetter: true
        default: ("0"..."9").contains(scalar)
        }
    }

    static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    private static func uncapitalized(_ name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() }

    // MARK: Names that are taken

    /// The name, with an addition where Swift or the generated code needs it for itself.
    static func free(_ name: String, adding addition: String) -> String {
        reserved.contains(name) || reserved.contains(capitalized(name))
            ? name + addition : name
    }

    private static let reserved: Set<String> = [
        "Any", "Bool", "CapturedParameters", "CaseIterable", "DeclaredRoute", "Foundation", "Init", "Int",
        "InvalidParameter", "NetworkScheme", "Parameters", "Protocol", "RouteParameters", "RouteURLs", "Routes", "Self",
        "Sendable", "String", "Swift", "Type", "UInt", "UUID", "UnroutableURL", "Waybill", "allCases", "init", "self",
    ]

    /// Whether not even backticks make a name of it.
    static func isUnusable(_ name: String) -> Bool {
        ["self", "Self", "init", "Type", "Protocol", "Any"].contains(name) || Set(name) == ["_"]
    }
}
