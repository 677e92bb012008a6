package enum ProtocolGrammar {
    package static let summary = Key(
        "summary", .sentence, "The purpose of the protocol, in one sentence.", example: "Edits one note.")
    package static let kind = Key(
        "kind",
        .word { (kind: ProtocolDeclaration.Kind) in
            switch kind {
            case .destination: "The made object conforms."
            case .configuration: "The module's configuration conforms: what is needed before the object exists."
            }
        }, "Whether the made object conforms, or the module's configuration. Default: destination.",
        default: .text("destination"), example: "configuration")
    package static let required = Key(
        "required", .flag, "True: no module provides it, an adapter must bind it. Default: false.",
        default: .flag(false), example: true)
    package static let swift = Key(
        "swift", .text, "The Swift type that callers ask for, as Swift writes it. Default: `any` and the name.",
        example: "any Presentable")
    package static let allOf = Key(
        "all_of", .set(of: .name),
        "The protocols that this one is composed of. A module that provides them all provides it.",
        example: ["NoteEditorInput", "View"])
    package static let defaultModule = Key(
        "default", .name,
        "The module that serves callers who ask for the protocol by type, where several provide it. The others stay "
            + "reachable by identifier.", example: "notes-on-disk")

    package static let object = ObjectGrammar(
        "protocol", noun: "a protocol", keys: [summary, kind, required, swift, allOf, defaultModule])
}

package enum ModuleGrammar {
    package static let summary = Key(
        "summary", .sentence, "The purpose of the module, in one sentence.", example: "Edits one note.")
    package static let kind = Key(
        "kind",
        .word { (kind: Module.Kind) in
            switch kind {
            case .service: "An object that is not shown."
            case .view: "A view."
            }
        }, "Whether the module makes a service or a view. Default: service.",
        default: .text("service"), example: "view")
    package static let factory = Key(
        "factory", .name, "The factory's name in the registry. Default: the module's own id.", example: "notes.editor")
    package static let swift = Key(
        "swift", .text,
        "The Swift type that the factory makes. The build plugin WaybillKeys checks that it conforms to what the module "
            + "provides.", example: "NoteEditor")
    package static let provides = Key(
        "provides", .set(of: .name), "The protocols that the made object conforms to.",
        example: ["NoteEditorInput"])
    package static let configuration = Key(
        "configuration", .name, "The protocol, of kind configuration, that the module's configuration conforms to.",
        example: "EditorModuleInput")
    package static let requires = Key(
        "requires", .set(of: .name),
        "Protocols and identifiers that the module needs. Each must resolve, directly or through adapters.",
        example: ["TimeServiceInput"])
    package static let identifiers = Key(
        "identifiers", .set(of: .name),
        "Unique strings that name this module. They are compared as a whole, not as patterns.",
        example: ["myapp://noteEditor"])
    package static let scope = Key(
        "scope",
        .word { (scope: Module.Scope) in
            switch scope {
            case .transient: "A new object each time."
            case .shared: "One object for each table, kept across reloads while the module is unchanged."
            case .weak: "One object, for as long as other code keeps a reference to it."
            }
        }, "The lifetime of the made object. Default: transient.", default: .text("transient"), example: "shared")
    package static let exclusive = Key(
        "exclusive", .flag, "True: no other module may use this factory. Default: false.", default: .flag(false),
        example: true)
    package static let present = Key(
        "present", .set(of: .presentation),
        "The presentations that a view allows; the first is the default. Only for kind: view.",
        example: ["push", "show"])
    package static let with = Key(
        "with", .with,
        "Decoded into the factory's configuration when the table is bound. Values may hold ${NAME} or "
            + "${NAME:-default}.", example: ["theme": "dark"])
    package static let tags = Key(
        "tags", .tagSet, "The tags of every route that leads to this module.", example: ["views"])
    package static let lane = Key(
        "lane", .name,
        "The serial queue for opens of this module. Default: none, opens run concurrently.",
        example: "main")

    package static let object = ObjectGrammar(
        "module", noun: "a module",
        keys: [
            summary, kind, factory, swift, provides, configuration, requires, identifiers, scope, exclusive, present,
            with, tags, lane,
        ], conditions: [KeyCondition(key: present, needs: kind, word: Module.Kind.view.rawValue)],
        peers: [provides, configuration, requires, identifiers, scope, exclusive])
}

package enum AdapterGrammar {
    package static let provided = Key(
        "provided", .name, "The provided protocol, used instead of the required one.", required: true,
        example: "TimeServiceInput")
    package static let using = Key(
        "using", .name, "The registered Swift adapter that turns the provided protocol into the required one.",
        example: "adaptClock")

    package static let object = ObjectGrammar("adapter", noun: "an adapter", keys: [provided, using])
}
