extension Kind where Value == [ProtocolDeclaration] {
    static var protocols: Kind {
        .objects(ProtocolGrammar.object, mayBeNull: true) { name, fields in
            var declaration = ProtocolDeclaration(name: name)
            declaration.summary = fields[ProtocolGrammar.summary]
            let kind = fields[ProtocolGrammar.kind]
            if kind == nil, fields.isMeant(ProtocolGrammar.kind) { fields.context.leaveOut(name.value) }
            declaration.kind = kind?.value ?? .destination
            declaration.isRequired = fields[ProtocolGrammar.required] ?? false
            if let type = fields[ProtocolGrammar.swift] { declaration.swiftType = type }
            declaration.parts = fields[ProtocolGrammar.allOf] ?? []
            return declaration
        }
    }
}

extension Kind where Value == [Module] {
    static var modules: Kind {
        .objects(ModuleGrammar.object, mayBeNull: true) { id, fields in
            var module = Module(id: id)
            module.summary = fields[ModuleGrammar.summary]
            let kind = fields[ModuleGrammar.kind]
            module.kind = kind?.value ?? .service
            if let factory = fields[ModuleGrammar.factory] { module.factory = factory }
            module.provides = fields[ModuleGrammar.provides] ?? []
            module.configuration = fields[ModuleGrammar.configuration]
            module.requires = fields[ModuleGrammar.requires] ?? []
            module.identifiers = fields[ModuleGrammar.identifiers] ?? []
            if let scope = fields[ModuleGrammar.scope] { module.scope = scope }
            module.isExclusive = fields[ModuleGrammar.exclusive] ?? false
            let present = fields[ModuleGrammar.present]
            module.present = present ?? []
            // How a module is shown is unknown where part of that is broken: routes may go by what was meant.
            let isPresentSound = present?.count == fields.entry(ModuleGrammar.present)?.value.childCount
            if kind == nil && fields.isMeant(ModuleGrammar.kind) || !isPresentSound {
                fields.context.leaveOut(id.value)
            }
            module.with = fields[ModuleGrammar.with]
            module.tags = fields[ModuleGrammar.tags] ?? []
            module.lane = fields[ModuleGrammar.lane]
            return module
        }
    }
}

extension Kind where Value == [Adapter] {
    /// The provided protocol alone, or with the Swift adapter that it takes.
    static var adapters: Kind {
        let shape = Shape.either([.text(pattern: nil), .object(AdapterGrammar.object)])
        return .named("adapter", names: .key, shape) { required, slot, context in
            if slot.node.kind == .mapping {
                let fields = Fields(slot, AdapterGrammar.object, context)
                let using = fields[AdapterGrammar.using]
                guard let provided = fields[AdapterGrammar.provided] else {
                    context.leaveOut(required.value)
                    return nil
                }
                return Adapter(required: required, provided: provided, using: using)
            }
            let provided = Kind<Located<String>>(shape, read: Kind<Located<String>>.name.read)
            guard let name = provided.decode(slot, in: context) else {
                context.leaveOut(required.value)
                return nil
            }
            return Adapter(required: required, provided: name, using: nil)
        }
    }
}
