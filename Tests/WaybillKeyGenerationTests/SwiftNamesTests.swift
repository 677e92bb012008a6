import Testing
import WaybillManifest
import WaybillSyntax

@testable import WaybillKeyGeneration

@Suite("Swift names of manifest texts")
struct SwiftNamesTests {
    @Test(
        "follow one rule",
        arguments: [
            ("note-editor", "noteEditor"), ("note_editor", "noteEditor"), ("notes.show", "notesShow"),
            ("NoteEditor", "noteEditor"), ("URLTool", "urlTool"), ("URL", "url"), ("URL2", "url2"),
            ("open-URL", "openUrl"), ("v2-beta", "v2Beta"), ("a.b_c d", "aBCD"), ("note-editor_v2", "noteEditorV2"),
            ("GET,POST /notes/:id", "getPostNotesId"), ("/files/*/**", "filesAnyRest"), ("/", "root"),
            ("404", "n404"), ("2nd", "n2nd"), ("日本", "n日本"), ("über.uns", "überUns"), ("cafe\u{301}", "café"),
            ("\u{301}a", "a"), ("हिन्दी", "nहिन्दी"), ("default", "`default`"), ("in", "`in`"), ("string", "string"),
            ("self", "selfTag"), ("init", "initTag"), ("--", nil), ("🎉", nil), ("", nil),
        ] as [(String, String?)])
    func rule(_ text: String, _ name: String?) { #expect(SwiftName(text, .tag)?.escaped == name) }

    @Test("do not take what the generated code needs for itself")
    func taken() {
        #expect(SwiftName("string", .route)?.text == "stringRoute")
        #expect(SwiftName("self", .route)?.text == "selfRoute")
        #expect(SwiftName("init", .value)?.text == "initValue")
        #expect(SwiftName("all-cases", .value)?.text == "allCasesValue")
        #expect(SwiftName("type", .parameter)?.type == "TypeValue")
        #expect(["self", "_", "in", "note_id"].map(\.propertyName) == ["selfValue", "_Value", "`in`", "note_id"])
    }

    @Test("begin with a small letter, so that a type's name is never a function's", arguments: ["404", "日本", "a", "ß"])
    func types(_ text: String) throws {
        let name = try #require(SwiftName(text, .route))
        #expect(name.text != name.type)
    }

    private func names(_ texts: [String], _ kind: SwiftName.Kind = .identifier) -> SwiftNames {
        SwiftNames(
            of: texts.enumerated().map { Located($1, at: SourceSpan(file: 0, start: $0 + 1, end: $0 + 1)) }, kind)
    }

    @Test("come from an identifier's last part, or from the whole if two have the same last part")
    func lastParts() {
        let names = names(["myapp://noteEditor", "other://note-editor", "myapp://login/", "default", "a:b:c"])
        #expect(
            names.names.mapValues(\.escaped) == [
                "myapp://noteEditor": "myappNoteEditor", "other://note-editor": "otherNoteEditor",
                "myapp://login/": "login", "default": "`default`", "a:b:c": "c",
            ])
        #expect(names.diagnostics.isEmpty)
    }

    @Test("come from the whole of every other text")
    func wholes() { #expect(names(["team:core"], .tag).names["team:core"]?.text == "teamCore") }

    @Test("are an error at the second of two texts with the same name, which names both")
    func clashes() throws {
        let names = names(["note-editor", "noteEditor", "--"])
        #expect(names.names.mapValues(\.text) == ["note-editor": "noteEditor"])
        #expect(
            names.diagnostics.map(\.message) == [
                "identifiers 'note-editor' and 'noteEditor' have the same Swift name, 'noteEditor'",
                "identifier '--' has no letter or digit to make a Swift name of",
            ])
        #expect(names.diagnostics.map(\.span.start) == [2, 3])
        #expect(names.diagnostics.first?.notes.map(\.span.start) == [1])
    }
}
