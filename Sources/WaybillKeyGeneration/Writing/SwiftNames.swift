import WaybillManifest
import WaybillSyntax

/// The Swift names of some texts of one kind, by the rules of ``SwiftName``.
///
/// An identifier is named by its last part, after its last `/` or `:`: `myapp://note-editor` is `noteEditor`. If the
/// last parts of several identifiers have the same name, the whole identifiers are used: `myappNoteEditor`.
struct SwiftNames {
    /// By text. Texts without a name of their own are absent.
    private(set) var names: [String: SwiftName] = [:]
    /// The reasons why some texts have no name.
    private(set) var diagnostics: [Diagnostic] = []
    private let kind: SwiftName.Kind

    init(of texts: [Located<String>], _ kind: SwiftName.Kind) {
        self.kind = kind
        let short = { (text: String) in kind == .identifier ? text.lastPart : text }
        let shared = Set(
            Dictionary(grouping: texts.map(\.value)) { SwiftName(short($0), kind) }.values
                .filter { $0.count > 1 }.joined())
        var owners: [SwiftName: Located<String>] = [:]
        // The order of files and entries must not matter, so the first one is that of the place.
        for text in texts.sorted(by: { $0.span < $1.span }) {
            guard let name = SwiftName(shared.contains(text.value) ? text.value : short(text.value), kind) else {
                report(text, "\(kind.rawValue) '\(text.value)' has no letter or digit to make a Swift name of")
                continue
            }
            if let owner = owners[name] {
                let note = Diagnostic.Note("'\(owner.value)' is here", at: owner.span)
                let both = "\(kind.rawValue)s '\(owner.value)' and '\(text.value)'"
                report(text, "\(both) have the same Swift name, '\(name.text)'", note)
            } else {
                owners[name] = text
                names[text.value] = name
            }
        }
    }

    private mutating func report(_ text: Located<String>, _ message: String, _ notes: Diagnostic.Note...) {
        let help = kind == .route ? "give the route an 'id' with other words" : "rename it: keys need a Swift name"
        diagnostics.append(Diagnostic(.duplicateID, at: text.span, message, notes: notes, help: help))
    }
}

/// The conversion of a text of a manifest to a Swift name.
///
/// - The text is cut into words at everything that is neither a letter nor a digit. Between slashes, dots and blanks,
///   `*` is the word `any`, and `**` the word `rest`; `/` alone is the word `root`.
/// - The first word begins with a small letter, each other one with a capital: `note-editor` is `noteEditor`, `URLTool`
///   is `urlTool`. A word of capitals is read in lower case: `GET /notes` is `getNotes`.
/// - `n` precedes a text without a capital letter that could begin a type: `404` is `n404`.
/// - A name that Swift or the generated code needs itself is followed by the kind of what it names: `self` is
///   `selfRoute`.
struct SwiftName: Hashable {
    /// The kind of named thing.
    enum Kind: String {
        case identifier, tag, lane, route, parameter, value
    }

    /// Without backticks.
    let text: String

    /// Returns `nil` for a text without words.
    init?(_ text: String, _ kind: Kind) {
        let words = Self.words(of: text).map { $0.contains(where: \.isLowercase) ? $0 : $0.lowercased() }
        guard let first = words.first else { return nil }
        let name = Self.beginningSmall(first) + words.dropFirst().map(\.capitalizedStart).joined()
        let valid = name.prefix(1) == name.prefix(1).uppercased() ? "n" + name : name
        self.text = Self.isTaken(valid, kind) ? valid + kind.addition : valid
    }

    /// The name in a declaration of a member, in backticks if it is a keyword.
    var escaped: String { text.escapedKeyword }

    /// The name of a type.
    var type: String { text.capitalizedStart }

    // MARK: Words

    private static func words(of text: String) -> [String] {
        if text == "/" { return ["root"] }
        return text.split { $0 == "/" || $0 == "." || $0 == " " }.flatMap { part in
            if part == "*" { return ["any"] }
            if part == "**" { return ["rest"] }
            return part.unicodeScalars.split { !isWord($0) && !isMark($0) }
                .map { String($0.drop(while: isMark)) }.filter { !$0.isEmpty }
        }
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .modifierLetter: true
        default: ("0"..."9").contains(scalar)
        }
    }

    /// Whether it is an accent or a vowel sign, which belongs to the letter before it.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
    }

    private static func beginningSmall(_ word: String) -> String {
        let capitals = word.prefix(while: \.isUppercase)
        // The last of several capitals begins the next word, if there is one.
        let kept = capitals.count > 1 && word.dropFirst(capitals.count).first?.isLetter == true ? 1 : 0
        return capitals.dropLast(kept).lowercased() + word.dropFirst(capitals.count - kept)
    }

    // MARK: Names that are taken

    private static func isTaken(_ name: String, _ kind: Kind) -> Bool {
        switch kind {
        case .identifier, .tag, .lane: ["self", "init"].contains(name)
        case .route, .parameter, .value: taken.contains(name) || taken.contains(name.capitalizedStart)
        }
    }

    private static let taken: Set<String> = [
        "Any", "Bool", "CapturedParameters", "CaseIterable", "DeclaredRoute", "Foundation", "Init", "Int",
        "InvalidParameter", "NetworkScheme", "Parameters", "Protocol", "RouteParameters", "RouteURLs", "Routes", "Self",
        "Sendable", "String", "Swift", "Type", "UInt", "UUID", "UnroutableURL", "Waybill", "allCases",
    ]
}

extension SwiftName.Kind {
    fileprivate var addition: String { (self == .parameter ? .value : self).rawValue.capitalizedStart }
}

extension String {
    /// The name of a property for a capture. Some names are not possible, even in backticks.
    var propertyName: String {
        let isUnusable = ["self", "Self", "init", "Type", "Protocol", "Any"].contains(self) || Set(self) == ["_"]
        return (isUnusable ? self + "Value" : self).escapedKeyword
    }

    fileprivate var capitalizedStart: String { prefix(1).uppercased() + dropFirst() }

    /// The text after the last `/` or `:`.
    fileprivate var lastPart: String {
        split { $0 == "/" || $0 == ":" }.map(String.init).last { SwiftName($0, .identifier) != nil } ?? self
    }

    /// In backticks if it is a keyword, or a member that every type has.
    fileprivate var escapedKeyword: String { Self.keywords.contains(self) ? "`\(self)`" : self }

    private static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "as", "associatedtype", "async", "await", "break", "case", "catch", "class",
        "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
        "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
        "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
        "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
        "where", "while",
    ]
}
