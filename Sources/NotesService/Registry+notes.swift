import Waybill

extension Registry {
    /// The Swift code of `Routes/`.
    static func notes() -> Registry {
        var registry = Registry()
        registry.addStores()
        registry.addNotes()
        registry.addSite()
        registry.addAdmin()
        return registry
    }

    private struct Folder: Decodable, Sendable {
        var folder: String
    }

    /// `Routes/modules.yaml`.
    private mutating func addStores() {
        register("notes.memory") { _ in MemoryNoteStore() }
            .provides { $0 as any NoteStoreInput }
        register("notes.disk") { (context: MakeContext<Folder>) in
            try DiskNoteStore(folder: context.configuration.folder)
        }
        .provides { $0 as any NoteStoreInput }
    }
}

extension RouteRequest {
    /// The store that the manifests select.
    var notes: any NoteStoreInput {
        get throws { try make(Routable<any NoteStoreInput>()) }
    }
}
