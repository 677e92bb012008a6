import WaybillTable

/// What has a name that a team may want to look alike.
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

    /// What messages call one of them.
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

/// How names look: one of a few habits, or a regular expression.
struct NamingConvention: Sendable {
    /// As written.
    var text: String
    var habit: Habit?
    var automaton: Automaton

    enum Habit: String, Sendable, CaseIterable {
        case kebab = "kebab-case"
        case snake = "snake_case"
        case camel = "camelCase"
        case pascal = "PascalCase"
        case dot = "dot.case"
    }

    func admits(_ name: String) -> Bool { automaton.matches(Array(name.utf8)[...]) }
}

extension NamingConvention.Habit {
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

    /// The name in this habit.
    func rewriting(_ name: String) -> String {
        let words = Self.words(of: name)
        let capitalized = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        switch self {
        case .kebab: return words.joined(separator: "-")
        case .snake: return words.joined(separator: "_")
        case .camel: return (words.prefix(1) + capitalized.dropFirst()).joined()
        case .pascal: return capitalized.joined()
        case .dot:
            return name.split(separator: ".").map { Self.words(of: String($0)).joined(separator: "-") }
                .joined(separator: ".")
        }
    }

    /// The words of a name, in lower case: cut where it is not a letter and no digit, and before capitals.
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
