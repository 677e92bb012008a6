import WaybillManifest
import WaybillTable

/// The kinds of names that a convention can be set for.
enum NamingSubject: String, Sendable, CaseIterable {
    case routes, modules, protocols, interceptors, handlers, lanes, tags, parameters

    var summary: String {
        switch self {
        case .routes: "The ids of routes, where they are given."
        case .modules: "The ids of modules."
        case .protocols: "The names of protocols."
        case .interceptors: "The ids of interceptors."
        case .handlers: "The names of handlers."
        case .lanes: "The names of lanes."
        case .tags: "Tags."
        case .parameters: "The names of what patterns capture."
        }
    }

    /// The noun in messages.
    var noun: String {
        switch self {
        case .routes: "route"
        case .modules: "module"
        case .protocols: "protocol"
        case .interceptors: "interceptor"
        case .handlers: "handler"
        case .lanes: "lane"
        case .tags: "tag"
        case .parameters: "parameter"
        }
    }
}

/// A naming convention: one of the common styles, or a regular expression.
struct NamingConvention: Sendable {
    /// As written.
    var text: String
    var style: Style?
    var automaton: Automaton

    enum Style: String, Sendable, CaseIterable {
        case kebab = "kebab-case"
        case snake = "snake_case"
        case camel = "camelCase"
        case pascal = "PascalCase"
        case dot = "dot.case"
    }

    func admits(_ name: String) -> Bool { automaton.matches(Array(name.utf8)[...]) }
}

extension NamingConvention.Style {
    var summary: String {
        switch self {
        case .kebab: "note-editor"
        case .snake: "note_editor"
        case .camel: "noteEditor"
        case .pascal: "NoteEditor"
        case .dot: "notes.editor, the parts in kebab-case"
        }
    }

    var regex: String {
        switch self {
        case .kebab: "[a-z0-9]+(-[a-z0-9]+)*"
        case .snake: "[a-z0-9]+(_[a-z0-9]+)*"
        case .camel: "[a-z][A-Za-z0-9]*"
        case .pascal: "[A-Z][A-Za-z0-9]*"
        case .dot: "[a-z0-9]+(-[a-z0-9]+)*([.][a-z0-9]+(-[a-z0-9]+)*)*"
        }
    }

    /// Returns the name in this style.
    func rewriting(_ name: String) -> String {
        let words = Self.words(of: name)
        let capitalized = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        switch self {
        case .kebab: return words.joined(separator: "-")
        case .snake: return words.joined(separator: "_")
        case .camel: return (words.prefix(1) + capitalized.dropFirst()).joined()
        case .pascal: return capitalized.joined()
        case .dot:
            let parts = name.split(separator: ".").map { Self.words(of: String($0)).joined(separator: "-") }
            // Without a dot, each word is probably meant as a part.
            return parts.count > 1 ? parts.joined(separator: ".") : words.joined(separator: ".")
        }
    }

    /// Returns the words of a name in lower case, split at capitals and at everything but letters and digits.
    private static func words(of name: String) -> [String] {
        var words: [String] = [""]
        var wasLower = false
        for character in name {
            let isPart = character.isASCII && (character.isLetter || character.isNumber)
            if !isPart || (character.isUppercase && wasLower) { words.append("") }
            if isPart { words[words.count - 1] += character.lowercased() }
            wasLower = isPart && !character.isUppercase
        }
        return words.filter { !$0.isEmpty }
    }
}
