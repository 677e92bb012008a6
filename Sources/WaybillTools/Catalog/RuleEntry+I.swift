import WaybillManifest
import WaybillRules
import WaybillSyntax

/// I: identity and references.
extension RuleEntry {
    static let groupI: [RuleEntry] = [
        .duplicateID, .undefinedName, .lookAlikeName, .unusedModule, .privateName, .namingConvention,
        .unprovidedProtocol, .exclusiveFactory, .ambiguousProvider,
    ]

    static let duplicateID = RuleEntry(
        .duplicateID,
        summary: "Ids and identifiers must be unique in the whole set.",
        explanation: """
            Other parts of the set, logs, metrics and tests refer to an entry by its id. If two entries had the same \
            id, the order of files would decide which one wins. Ids of one kind are shared by all files of the set, \
            so a copy in another file is reported too. An identifier names exactly one module, because callers ask \
            for it.
            """,
        advice: "Rename one of the two entries, or delete the copy.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { id: notes.show, url: "/notes/:id", handler: showNote }
              - { id: notes.show, url: "/n/:id", handler: showNote }
            """,
            fixed: """
                waybill: 1
                routes:
                  - { id: notes.show, urls: ["/notes/:id", "/n/:id"], handler: showNote }
                """))
    static let undefinedName = RuleEntry(
        .undefinedName,
        summary: "Every module, protocol and identifier that is referred to must be declared.",
        explanation: """
            The name is not declared anywhere in the set. Usually it is misspelled, or its declaration was in a file \
            that was deleted. The set is not loaded until the name is declared. A similar name is suggested. If \
            more than a hundred different names are undefined, none is corrected by a fix, because a file is probably \
            missing.
            """,
        advice: "Correct the name, or declare it.",
        example: RuleExample(
            """
            waybill: 1
            modules:
              clock:
            routes:
              - { url: /clock, module: clok }
            """,
            fixes: ["clok": "clock"]))
    static let lookAlikeName = RuleEntry(
        .lookAlikeName,
        summary: "Names of one kind should not differ only by case.",
        explanation: """
            Two modules, protocols, routes or tags have names that differ only by case. The engine treats them as \
            two names, but people who search a log or name a file confuse them. Names that differ only by composed \
            and decomposed Unicode forms are the same name, and therefore duplicates.
            """,
        advice: "Rename one of them, or use the same spelling if both are meant to be one.",
        example: RuleExample(
            """
            waybill: 1
            interceptors:
              audit: { url: "/pay/**", use: audit }
              Audit: { url: "/admin/**", use: auditAdmin }
            routes:
              - { url: /pay/now, handler: payNow }
              - { url: /admin/users, handler: listUsers }
            """,
            fixes: ["Audit": "audit-admin"]))
    static let unusedModule = RuleEntry(
        .unusedModule,
        summary: "Every module should be reachable.",
        explanation: """
            The module has no route and no identifier, is not a fallback, and provides no protocol, so no caller can \
            ask for it. Either its route was removed, or its 'provides' is missing. Unused adapters, protocols and \
            tags are not reported, because code may use them. If the name of a module is undefined, modules with a \
            similar name are not reported. Interceptors without a route are reported by X003, \
            anchors without an alias by Y004.
            """,
        advice: "Add a route, an identifier or a protocol, or remove the module.",
        example: RuleExample(
            """
            waybill: 1
            modules:
              clock: { scope: shared }
            """,
            fixes: ["shared": #"shared, identifiers: ["myapp://clock"]"#]))
    static let privateName = RuleEntry(
        .privateName,
        summary: "Files must only refer to names that the other folder exports.",
        explanation: """
            'folders' in the configuration lists what each folder exports. The owners of a folder may change \
            everything else without notice, so a reference from outside will break. Only 'waybill check' enforces \
            this rule: the set still loads. Suppress it where a reference is needed until a migration is done.
            """,
        advice: "Use a name that the folder exports, or ask its owners to export this one.",
        example: RuleExample(
            in: "shop/shop.yaml",
            """
            waybill: 1
            routes:
              - { url: /invoices, module: ledger }
            """,
            fixes: ["module: ledger": "module: invoices"],
            beside: .init(
                "billing/billing.yaml",
                """
                waybill: 1
                modules:
                  invoices: { identifiers: ["billing://invoices"] }
                  ledger: { identifiers: ["billing://ledger"] }
                """), .configuration("folders:\n  billing: { exports: [invoices] }")))
    static let namingConvention = RuleEntry(
        .namingConvention,
        summary: "Names should follow the configured convention.",
        explanation: """
            'naming' in the configuration says how names of each kind are written, so that readers need not guess \
            between noteEditor and note-editor. A name is reported where it is declared. Ids that are derived from \
            patterns are not checked. There is no automatic fix, because logs, tests and Swift code use the name \
            too.
            """,
        advice: "Rename it, here and everywhere it is used.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { id: notes.showOne, url: "/notes/:id", handler: showNote }
            """,
            fixes: ["notes.showOne": "notes.show-one"],
            beside: .configuration("naming: { routes: dot.case }")))
    static let unprovidedProtocol = RuleEntry(
        .unprovidedProtocol,
        summary: "Every protocol must be provided by a module, directly or through an adapter.",
        explanation: """
            No module provides the protocol and no adapter binds it, so every request for it fails. The compiler \
            cannot warn about it, because the protocol is declared. Declare a protocol in the same change as the \
            module that provides it.
            """,
        advice: "List it under 'provides' of a module, bind it under 'adapters', or remove it.",
        example: RuleExample(
            """
            waybill: 1
            protocols:
              ClockInput:
            modules:
              clock: { identifiers: ["app://clock"] }
            """,
            fixes: [#"identifiers: ["app://clock""#: "provides: [ClockInput"]))
    static let exclusiveFactory = RuleEntry(
        .exclusiveFactory,
        summary: "The factory of an 'exclusive' module must not be used by another module.",
        explanation: """
            A module with 'exclusive: true' is the only user of its factory: its author expects that no other module \
            makes such objects. Another module in the set uses the same factory. Without 'exclusive', several modules \
            may share a factory, each with its own configuration.
            """,
        advice: "Give the other module its own factory, or remove 'exclusive: true' after asking its author.",
        example: RuleExample(
            """
            waybill: 1
            modules:
              ledger: { identifiers: ["app://ledger"], factory: ledger, exclusive: true }
              ledger-copy: { identifiers: ["app://copy"], factory: ledger }
            """,
            fixes: [#"copy"], factory: ledger"#: #"copy"], factory: ledger.copy"#]))
    static let ambiguousProvider = RuleEntry(
        .ambiguousProvider, fixability: .unsafe,
        summary: "If several modules provide a protocol, 'default' should name the one that serves callers by type.",
        explanation: """
            Several modules may provide one protocol, so that one line switches the implementation. A caller who \
            asks by type gets one object, so the manifest must say which module makes it; without 'default', 'make' \
            throws 'ambiguous'. This is a warning, because modules can also be found by identifier, and an error \
            where a module requires the protocol or an adapter leads to it. The same applies to modules that are \
            configured through one protocol. A composed protocol needs its own default: the defaults of its parts do \
            not decide it.
            """,
        advice: "Add 'default: <module>' to the protocol.",
        example: RuleExample(
            """
            waybill: 1
            protocols:
              NoteStore:
            modules:
              notes-in-memory: { provides: [NoteStore] }
              notes-on-disk: { provides: [NoteStore] }
            """,
            fixes: ["NoteStore:": "NoteStore: { default: notes-on-disk }"]))
}
