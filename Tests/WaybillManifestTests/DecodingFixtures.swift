import Testing
import WaybillManifest

/// A manifest decoded from text, with the tools to look at what came out.
struct DecodedText {
    let file: SourceFile
    let manifest: Manifest
    let diagnostics: [Diagnostic]

    init(_ text: String, path: String = "test.yaml", index: Int = 0, environment: [String: String] = [:]) throws {
        file = SourceFile(path: path, bytes: Array(text.utf8))
        let (node, found) = YAMLReader.read(file, index: index)
        #expect(found.isEmpty)
        var decoded = ManifestDecoder.decode(try #require(node), file: file, environment: environment)
        decoded.build(in: file)
        (manifest, diagnostics) = (decoded.manifest, decoded.diagnostics)
    }

    func text(_ span: SourceSpan) -> String {
        String(decoding: file.bytes[span.start..<span.end], as: UTF8.self)
    }

    /// The file after a fix.
    func applying(_ fix: Diagnostic.Fix) -> String {
        let finding = Diagnostic(.unknownKey, at: SourceSpan(file: 0, start: 0, end: 0), "", fixes: [fix])
        let edits = [finding].resolvingEdits(in: [file])[0].fixes.flatMap(\.edits)
        return String(decoding: file.bytes.applying(edits), as: UTF8.self)
    }
}

/// Decodes the text, in which `«…»` marks the place of the one mistake, and checks that it is found there and alone.
///
/// `waybill: 1` is put before texts without it.
@discardableResult
func expectMistake(
    _ rule: Rule, _ message: String, in marked: String, environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> (diagnostic: Diagnostic, decoded: DecodedText) {
    let whole = marked.contains("waybill") ? marked : "waybill: 1\n" + marked
    let start = try #require(whole.firstIndex(of: "«"), sourceLocation: sourceLocation)
    let before = String(whole[..<start])
    let inner = String(whole[whole.index(after: start)...].prefix { $0 != "»" })
    let after = String(whole[start...].dropFirst(inner.count + 2))
    let decoded = try DecodedText(before + inner + after, environment: environment)
    let span = SourceSpan(file: 0, start: before.utf8.count, end: before.utf8.count + inner.utf8.count)
    #expect(
        decoded.diagnostics.map { "\($0.rule.id) \($0.message)" } == ["\(rule.id) \(message)"],
        sourceLocation: sourceLocation)
    let diagnostic = try #require(decoded.diagnostics.first, sourceLocation: sourceLocation)
    #expect(decoded.text(diagnostic.span) == inner, sourceLocation: sourceLocation)
    #expect(diagnostic.span == span, sourceLocation: sourceLocation)
    #expect(diagnostic.severity == rule.severity, sourceLocation: sourceLocation)
    return (diagnostic, decoded)
}

/// The full example of the manifest's reference.
let fullExample = """
    # yaml-language-server: $schema=../Schemas/manifest.schema.json
    waybill: 1

    settings:                       # at most once in a set
      case_sensitive: true          # default
      trailing_slash: ignore        # default; or: strict

    tags:                           # optional closed vocabulary; then any other tag is an error
      views: Screens a person sees.
      api: HTTP for other programs.

    protocols:
      NoteEditorInput:
      TimeServiceInput: { summary: What time is it. }
      LoginInput:
      EditorModuleInput: { kind: configuration }
      RequiredLoginInput: { required: true }            # no module provides it: an adapter must bind it
      LegacyClock: { required: true }
      View: { swift: "any Presentable" }                # the Swift type; default: `any <name>`
      EditableView: { all_of: [NoteEditorInput, View] } # composed; whoever provides all parts provides it

    modules:
      note-editor:
        summary: Edits one note.
        kind: view                    # service (default) or view
        factory: notes.editor         # name in the registry; default: the module's own id
        provides: [NoteEditorInput, View]
        configuration: EditorModuleInput
        requires: [TimeServiceInput]  # protocols or identifiers; must resolve, through adapters too
        identifiers: ["myapp://noteEditor"]
        scope: transient              # default; or shared (one per table, kept across reloads while unchanged), weak
        exclusive: false              # true: no other module may use this factory
        present: [push, show]         # view only: presentations it allows, the first is the default
        with: { theme: dark }         # decoded into the factory's Configuration (Decodable) when the table is bound
        tags: [views]
        lane: main
      login:
        provides: [LoginInput]
      clock:
        scope: shared
        provides: [TimeServiceInput]

    adapters:                         # required: provided
      RequiredLoginInput: LoginInput  # same interface: no code
      LegacyClock: { provided: TimeServiceInput, using: adaptClock }

    interceptors:
      require-login:
        url: "/*/privilegedinfo"
        tags: [views]
        use: requireLogin             # registered; or one of: rewrite, reject
        with: { login: "routingexample://present/login" }
        order: 10                     # ascending, default 0; ties by id
        applies: everywhere           # default: tagged. everywhere = no tag view can bypass it
        timeout: 2s
      sheets-are-pushed:
        url: "routingexample://sheet/**rest"
        rewrite: "routingexample://push/**rest"   # a redirect that needs no code

    routes:
      - url: routingexample://push/notes/:id
        module: note-editor           # exactly one of module, handler, redirect
        params: { id: int }           # int uint hex uuid slug alpha date, or [a, b, c], or /regex/
        present: push
        tags: [views]
      - id: notes.show                # default id: `GET,POST /notes/:id`, or the pattern alone where there are no methods
        urls: [/notes/:id, /n/:id]
        methods: [GET]
        handler: showNote
        priority: 0
        timeout: 5s
        with: { format: json }
      - url: /old/notes/:id
        redirect: /notes/:id

    fallback:                         # optional, once in a set: what serves when nothing matches
      handler: notFound
      tags: { views: { module: login } }        # in a view of these tags

    tests:                            # run by `waybill test`, before every reload, and in CI
      - open: routingexample://push/notes/42
        expect: { module: note-editor, params: { id: 42 } }
      - open: routingexample://push/privilegedinfo
        tags: [views]
        expect: { interceptors: [require-login] }
      - open: /nothing/here
        expect: unmatched
    """
