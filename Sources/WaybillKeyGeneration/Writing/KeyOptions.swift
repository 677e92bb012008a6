import WaybillManifest
package import WaybillSyntax

/// The options for the generated keys of a target: the contents of its `waybill-keys.json`.
package struct KeyOptions: Sendable {
    package var access = Access.internal
    /// Modules to import besides the dependencies of the target. Generated declarations may use their types.
    package var imports: [Located<String>] = []

    /// The access level of the generated declarations.
    package enum Access: String, Sendable, CaseIterable { case `internal`, package, `public` }

    package init() {}

    /// Reads the file. Its problems are in `diagnostics`, with the places of a single source.
    package static func read(_ file: SourceFile) -> (options: KeyOptions, diagnostics: [Diagnostic]) {
        let reading = ToolFile(file, index: 0, of: KeyOptionsGrammar.object, called: "the options")
        var options = KeyOptions()
        if let fields = reading.fields {
            _ = fields[KeyOptionsGrammar.manifests]
            options.access = fields[KeyOptionsGrammar.access]?.value ?? .internal
            options.imports = fields[KeyOptionsGrammar.imports] ?? []
        }
        return (options, reading.diagnostics)
    }
}

/// The top level of a `waybill-keys.json`.
enum KeyOptionsGrammar {
    /// The plugin reads this key before any tool runs.
    static let manifests = Key(
        "manifests", .text,
        "The folder of the manifests, relative to this file. Default: `Routes` in the target's folder, "
            + "else in the package's.", example: "../../Routes")
    static let access = Key(
        "access",
        .word { (access: KeyOptions.Access) in
            switch access {
            case .internal: "The target alone."
            case .package: "Every target of the package."
            case .public: "Every target that imports this one."
            }
        }, "Who may use the generated declarations. Default: internal.", default: .text("internal"), example: "public")
    static let imports = Key(
        "imports", .set(of: .name),
        "Modules to import besides those that the target depends on. With access: public or package, those with the "
            + "types that the declarations show.", example: ["NotesAPI"])

    static let object = ObjectGrammar("keyOptions", noun: "the options", keys: [manifests, access, imports])
}
