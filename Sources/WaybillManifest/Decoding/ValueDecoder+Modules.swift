import WaybillSyntax

extension ValueDecoder where Value == [ProtocolDeclaration] {
    static var protocols: ValueDecoder {
        .objects(ProtocolGrammar.object, mayBeNull: true) { name, object in
            var declaration = ProtocolDeclaration(name: name)
            declaration.summary = object[ProtocolGrammar.summary]
            let kind = object[ProtocolGrammar.kind]
            let isMisspelt = object.isMisspelt(ProtocolGrammar.allOf) || object.isMisspelt(ProtocolGrammar.required)
            if isMisspelt || kind == nil && object.isMeant(ProtocolGrammar.kind) { object.context.leaveOut(name.value) }
            declaration.kind = kind?.value ?? .destination
            declaration.isRequired = object[ProtocolGrammar.required] ?? false
            if let type = object[ProtocolGrammar.swift] { declaration.swiftType = type }
            declaration.parts = object[ProtocolGrammar.allOf] ?? []
            declaration.defaultModule = object[ProtocolGrammar.defaultModule]
            return declaration
        }
    }
}

extension ValueDecoder where Value == [Module] {
    static var modules: ValueDecoder {
        .objects(ModuleGrammar.object, mayBeNull: true) { id, object in
            var module = Module(id: id)
            module.summary = object[ModuleGrammar.summary]
            let kind = object[ModuleGrammar.kind]
            module.kind = kind?.value ?? .service
            if let factory = object[ModuleGrammar.factory] { module.factory = factory }
            module.swiftType = object[ModuleGrammar.swift]
            module.provides = object[ModuleGrammar.provides] ?? []
            module.configuration = object[ModuleGrammar.configuration]
            module.requires = object[ModuleGrammar.requires] ?? []
            module.identifiers = object[ModuleGrammar.identifiers] ?? []
            if let scope = object[ModuleGrammar.scope] { module.scope = scope }
            module.isExclusive = object[ModuleGrammar.exclusive] ?? false
            let present = object[ModuleGrammar.present]
            module.present = present ?? []
            // Routes are checked against these two. If one is broken, its intended value is not known.
            let isPresentValid = present?.count == object.entry(ModuleGrammar.present)?.value.childCount
            if kind == nil && object.isMeant(ModuleGrammar.kind) || !isPresentValid {
                object.context.leaveOut(id.value)
            }
            module.with = object[ModuleGrammar.with]
            module.tags = object[ModuleGrammar.tags] ?? []
            module.lane = object[ModuleGrammar.lane]
            return module
        }
    }
}

extension ValueDecoder where Value == [Adapter] {
    /// The provided protocol alone, or with the Swift adapter.
    static var adapters: ValueDecoder {
        let target = ValueDecoder<(provided: Located<String>, using: Located<String>?)>.either(
            ValueDecoder<Located<String>>.name.map { ($0, nil) },
            .object(AdapterGrammar.object) { object in
                let using = object[AdapterGrammar.using]
                return object[AdapterGrammar.provided].map { ($0, using) }
            })
        return .named("adapter", names: .key, target.shape) { required, input, context in
            guard let (provided, using) = target.decode(input, in: context) else {
                context.leaveOut(required.value)
                return nil
            }
            return Adapter(required: required, provided: provided, using: using)
        }
    }
}
