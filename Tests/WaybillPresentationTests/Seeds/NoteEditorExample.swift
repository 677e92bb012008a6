import Waybill
import WaybillPresentation
import WaybillTestSupport
import WaybillTesting

// The note editor of ZIKRouter's README. No part between the marks has more lines of code than the seed's, whose number
// is beside it; `SeedExampleTests` counts them.

@MainActor protocol EditorDelegate: AnyObject, Sendable {}

@MainActor protocol NoteEditorInput: AnyObject, Sendable {
    var delegate: (any EditorDelegate)? { get set }
    func constructForCreatingNewNote()
}

/// The view, which knows nothing of routing.
@MainActor final class NoteEditor: NoteEditorInput {
    weak var delegate: (any EditorDelegate)?
    private(set) var isNew = false
    var saved: String?

    func constructForCreatingNewNote() { isNew = true }
}

/// The code of the module and of the application.
enum NoteEditorExample {
    // seed: 23 lines (router class, declarations, identifier)
    static let manifest = """
        protocols: { NoteEditorInput: }
        modules:
          note-editor:
            { kind: view, provides: [NoteEditorInput], identifiers: ["myapp://noteEditor"], present: [push, show] }
        """

    static func register(into registry: inout Registry) {
        registry.registerAsync("note-editor") { @MainActor _ in NoteEditor() }
            .provides((any NoteEditorInput).self) { $0 }
            .preparesAsync { @MainActor editor, _ in editor.saved = "injected" }
    }
    // end
}

// seed: 3 lines (declaration)
extension Routable where P == any NoteEditorInput {
    init() { self.init(declared: ()) }
}
// end

/// A caller: it knows the protocol, and nothing of the editor.
@MainActor final class TestView: EditorDelegate {
    let router: Router
    var shown: Performed<any NoteEditorInput>?
    var log: [String] = []

    init(_ router: Router) { self.router = router }

    // seed: 3 lines (transition directly)
    func showEditorDirectly() async throws {
        shown = try await router.perform(Routable<any NoteEditorInput>(), by: .push(from: self))
    }
    // end

    // seed: 18 lines (transition and prepare)
    func showEditor() async throws {
        shown = try await router.perform(Routable<any NoteEditorInput>(), by: .push(from: self)) {
            $0.onSuccess { @MainActor _ in self.log.append("shown") }
            $0.onFailure { @MainActor error in self.log.append("\(error)") }
            $0.prepare { @MainActor editor in
                editor.delegate = self
                editor.constructForCreatingNewNote()
            }
        }
    }
    // end

    // seed: 7 lines (remove directly)
    func removeEditor() async throws {
        guard let shown, shown.route.canRemove else { return }
        try await shown.remove()
        self.shown = nil
    }
    // end

    // seed: 12 lines (remove and prepare)
    func removeEditorAndPrepare() async throws {
        try await shown?.remove {
            $0.prepare { @MainActor editor in self.log.append("about to leave \(editor.delegate === self)") }
            $0.onSuccess { @MainActor in self.log.append("removed") }
        }
        shown = nil
    }
    // end

    // seed: 15 lines (handle a URL scheme by identifier)
    func open(_ url: String) async throws -> Bool {
        guard url.hasPrefix("myapp://noteEditor") else { return false }
        let shown = try await router.perform(identifier: "myapp://noteEditor", by: .show(from: self)) {
            $0.userInfo = ["url": url]
        }
        return shown.route.state == .routed
    }
    // end
}
