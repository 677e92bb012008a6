import WaybillManifest
import WaybillSyntax

/// The Swift names of some texts of one kind: identifiers, tags or lanes.
///
/// A name is the camel case of the text's last part, which begins after its last `/` or `:`: `myapp://note-editor` is
/// `noteEditor`. Texts that have one name in common are named by the whole of themselves, `myappNoteEditor`.
struct SwiftNames {
    /// By text. Texts without a name of their own are absent.
    private(set) var names: [String: String] = [:]
    /// Why some text has no name.
    private(set) var diagnostics: [Diagnostic] = []

    /// - Parameter noun: What messages call a text.
    init(of texts: [Located<String>], called noun: String) {
        var whole: Set<String> = []
        for (_, same) in Dictionary(grouping: texts, by: { $0.value.lastPart.camelCased }) where same.count > 1 {
            whole.formUnion(same.map(\.value))
        }
        var owners: [String: Located<String>] = [:]
        for text in texts.sorted(by: { $0.span < $1.span }) {
            let name = (whole.contains(text.value) ? text.value : text.value.lastPart).camelCased
            if name.isEmpty {
                report(text, "\(noun) '\(text.value)' has no letter or digit to make a Swift name of")
            } else if let owner = owners[name] {
                let note = Diagnostic.Note("'\(owner.value)' is here", at: owner.span)
                report(text, "\(noun)s '\(owner.value)' and '\(text.value)' have the same Swift name, '\(name)'", note)
            } else {
                owners[name] = text
                names[text.value] = name.escapedKeyword
            }
        }
    }

    private mutating func report(_ text: Located<String>, _ message: String, _ notes: Diagnostic.Note...) {
        diagnostics.append(
            Diagnostic(.duplicateID, at: text.span, message, notes: notes, help: "rename it: keys need a Swift name"))
    }
}

extension String {
    /// What follows the last `/` or `:` that something follows.
    fileprivate var lastPart: String {
        split { $0 == "/" || $0 == ":" }.map(String.init).last { !$0.camelWords.isEmpty } ?? self
    }

    /// The words, which end at everything but letters and digits, as one: `note-editor` is `noteEditor`, `URLTool` is
    /// `urlTool`, `404` is `_404`.
    var camelCased: String {
        guard let first = camelWords.first else { return "" }
        let rest = camelWords.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return (first.first?.isNumber == true ? "_" : "") + first.lowerCasedStart + rest.joined()
    }

    private var camelWords: [String] {
        split { !$0.isLetter && !("0"..."9").contains($0) }.map(String.init)
    }

    private var lowerCasedStart: String {
        let capitals = prefix(while: \.isUppercase)
        // Of several capitals the last one begins the next word, if there is one.
        let kept =
            capitals.count > 1 && capitals.count < count && dropFirst(capitals.count).first?.isLetter == true ? 1 : 0
        return capitals.dropLast(kept).lowercased() + dropFirst(capitals.count - kept)
    }
}
