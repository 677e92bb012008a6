import Waybill

extension Registry {
    /// The Swift side of `Routes/`.
    static func notes() -> Registry {
        var registry = Registry()
        registry.addStores()
        registry.addHandlers()
        registry.interceptor("tokenGate", configuration: TokenGate.Configuration.self, TokenGate.check)
        return registry
    }

    private struct DiskConfiguration: Decodable, Sendable {
        var folder: String
    }

    private mutating func addStores() {
        register("notes.memory") { _ in MemoryNoteStore() }
            .provides { $0 as any NoteStoreInput }
        register("notes.disk") { (context: MakeContext<DiskConfiguration>) in
            try DiskNoteStore(folder: context.configuration.folder)
        }
        .provides { $0 as any NoteStoreInput }
        registerAsync("notes.sqlite") { (context: MakeContext<DiskConfiguration>) in
            try await SQLiteNoteStore(folder: context.configuration.folder)
        }
        .provides { $0 as any NoteStoreInput }
        .retires { $0.close() }
    }

    private mutating func addHandlers() {
        handler("notes.list") { try await NoteHandlers.list($0) }
        handler("notes.create") { try await NoteHandlers.create($0) }
        handler("notes.show", captures: Routes.NotesShow.Parameters.self) {
            try await NoteHandlers.show($0, id: $1.id)
        }
        handler("notes.replace", captures: Routes.NotesReplace.Parameters.self) {
            try await NoteHandlers.replace($0, id: $1.id)
        }
        handler("notes.edit", captures: Routes.NotesEdit.Parameters.self) {
            try await NoteHandlers.edit($0, id: $1.id)
        }
        handler("notes.remove", captures: Routes.NotesRemove.Parameters.self) {
            try await NoteHandlers.remove($0, id: $1.id)
        }
        handler("welcome") { SiteHandlers.welcome($0) }
        handler("statistics") { try await SiteHandlers.statistics($0) }
        handler("notFound") { try SiteHandlers.notFound($0) }
    }
}
