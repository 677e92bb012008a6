import Testing
import WaybillManifest
import WaybillSyntax
import WaybillTable

@Suite("The full example of the reference")
struct DecodingExampleTests {
    let decoded: DecodedText
    var manifest: Manifest { decoded.manifest }

    init() throws { decoded = try DecodedText(fullExample) }

    @Test("decodes without a diagnostic")
    func isClean() {
        #expect(decoded.diagnostics.map(\.message) == [])
    }

    @Test("has its settings, tags and protocols")
    func declarations() throws {
        #expect(manifest.settings?.match == MatchSettings())
        #expect(manifest.tags.map(\.name.value) == ["views", "api"])
        #expect(manifest.tags[1].summary == "HTTP for other programs.")
        let protocols = Dictionary(uniqueKeysWithValues: manifest.protocols.map { ($0.name.value, $0) })
        #expect(protocols.count == 8)
        #expect(protocols["NoteEditorInput"]?.swiftType.value == "any NoteEditorInput")
        #expect(protocols["View"]?.swiftType.value == "any Presentable")
        #expect(protocols["EditorModuleInput"]?.kind == .configuration)
        #expect(protocols["LegacyClock"]?.isRequired == true)
        #expect(protocols["EditableView"]?.parts.map(\.value) == ["NoteEditorInput", "View"])
        #expect(protocols["TimeServiceInput"]?.summary == "What time is it.")
    }

    @Test("has its modules, with the defaults of omitted keys")
    func modules() throws {
        #expect(manifest.modules.map(\.id.value) == ["note-editor", "login", "clock"])
        let editor = manifest.modules[0]
        #expect(editor.kind == .view)
        #expect(editor.factory.value == "notes.editor")
        #expect(editor.provides.map(\.value) == ["NoteEditorInput", "View"])
        #expect(editor.configuration?.value == "EditorModuleInput")
        #expect(editor.requires.map(\.value) == ["TimeServiceInput"])
        #expect(editor.identifiers.map(\.value) == ["myapp://noteEditor"])
        #expect(editor.present.map(\.value) == ["push", "show"])
        #expect(editor.tags.map(\.value) == ["views"])
        #expect(editor.lane?.value == "main")
        #expect(editor.with != nil)
        let login = manifest.modules[1]
        #expect(login.factory.value == "login")
        #expect(login.scope.value == .transient)
        #expect(login.kind == .service)
        #expect(manifest.modules[2].scope.value == .shared)
    }

    @Test("has its adapters and interceptors")
    func adaptersAndInterceptors() throws {
        let adapters = manifest.adapters.map { [$0.required.value, $0.provided.value, $0.using?.value ?? ""] }
        #expect(
            adapters == [
                ["RequiredLoginInput", "LoginInput", ""], ["LegacyClock", "TimeServiceInput", "adaptClock"],
            ])
        let gate = manifest.interceptors[0]
        #expect(gate.patterns.map(\.text.value) == ["/*/privilegedinfo"])
        #expect(gate.order == 10)
        #expect(gate.appliesEverywhere)
        #expect(gate.timeout?.value == .seconds(2))
        guard case .use(let name) = gate.action else { throw Unexpected() }
        #expect(name.value == "requireLogin")
        guard case .rewrite(let target) = manifest.interceptors[1].action else { throw Unexpected() }
        #expect(target.text.value == "routingexample://push/**rest")
    }

    @Test("has its routes, each with an id")
    func routes() throws {
        #expect(
            manifest.routes.map(\.id.value) == ["routingexample://push/notes/:id", "notes.show", "/old/notes/:id"])
        #expect(manifest.routes.map(\.hasExplicitID) == [false, true, false])
        let first = manifest.routes[0]
        #expect(first.constrained.map(\.constraint) == [.int])
        #expect(first.present?.value == "push")
        let show = manifest.routes[1]
        #expect(show.patterns.map(\.text.value) == ["/notes/:id", "/n/:id"])
        #expect(show.methods.map(\.value) == ["GET"])
        #expect(show.timeout?.value == .seconds(5))
        guard case .forward(let target) = manifest.routes[2].destination else { throw Unexpected() }
        #expect(target.text.value == "/notes/:id")
    }

    @Test("has its fallback and tests")
    func fallbackAndTests() throws {
        guard case .handler(let name)? = manifest.fallback?.target else { throw Unexpected() }
        #expect(name.value == "notFound")
        #expect(manifest.fallback?.byTag.map(\.tag.value) == ["views"])
        #expect(manifest.tests.map(\.open.value).last == "/nothing/here")
        guard case .matched(let expected) = manifest.tests[0].expectation else { throw Unexpected() }
        #expect(expected.module?.value == "note-editor")
        #expect(expected.parameters.map { [$0.name.value, $0.value.value] } == [["id", "42"]])
        guard case .unmatched = manifest.tests[2].expectation else { throw Unexpected() }
    }

    @Test("has every value at its place")
    func places() {
        #expect(decoded.text(manifest.modules[0].factory.span) == "notes.editor")
        #expect(decoded.text(manifest.interceptors[0].patterns[0].span) == "\"/*/privilegedinfo\"")
        #expect(decoded.text(manifest.routes[1].timeout?.span ?? manifest.routes[1].span) == "5s")
    }
}

/// The error of a test for a value of an unexpected case.
struct Unexpected: Error {}
