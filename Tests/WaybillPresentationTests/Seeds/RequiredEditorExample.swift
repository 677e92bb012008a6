import Waybill

// An adapter of ZIKRouter's: the caller declares the protocol that it needs, and the application names the
// implementation.

@MainActor protocol RequiredNoteEditorInput: AnyObject, Sendable {
    var delegate: (any EditorDelegate)? { get set }
    func constructForCreatingNewNote()
}

/// An interface that differs from the editor's own.
protocol LegacyEditor: Sendable {
    @MainActor func createNote()
}

struct LegacyEditorAdapter: LegacyEditor {
    var editor: any NoteEditorInput
    @MainActor func createNote() { editor.constructForCreatingNewNote() }
}

enum RequiredEditorExample {
    static let manifest = """
        protocols:
          NoteEditorInput:
          RequiredNoteEditorInput: { required: true }
          LegacyEditor: { required: true }
        modules:
          note-editor: { kind: view, provides: [NoteEditorInput], present: [push] }
        adapters:
          RequiredNoteEditorInput: NoteEditorInput
          LegacyEditor: { provided: NoteEditorInput, using: legacy }
        """

    // seed: 14 lines (extension and adapter class for one interface, a proxy router for the other)
    static func register(into registry: inout Registry) {
        registry.adapter("legacy") { (editor: any NoteEditorInput) -> any LegacyEditor in
            LegacyEditorAdapter(editor: editor)
        }
    }
    // end
}

// An equal interface needs only this code.
extension NoteEditor: RequiredNoteEditorInput {}

extension Routable where P == any RequiredNoteEditorInput { init() { self.init(declared: ()) } }
extension Routable where P == any LegacyEditor { init() { self.init(declared: ()) } }
