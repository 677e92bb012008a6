import WaybillManifest
import WaybillSyntax

extension Binder {
    /// F005: a shared module must not hold a weak one, which is meant to end when nobody holds it.
    mutating func checkCaptives() {
        for module in set.modules where module.scope.value == .shared {
            for requirement in module.requires {
                var seen: Set<String> = []
                guard let captive = weakModule(requiredAs: requirement.value, &seen) else { continue }
                diagnostics.append(
                    Diagnostic(
                        .captiveDependency, at: requirement.span,
                        "shared module '\(module.id.value)' keeps weak module '\(captive.id.value)' alive forever"
                            + (seen.count > 1
                                ? ", through \(seen.sorted().map { "'\($0)'" }.joined(separator: ", "))" : ""),
                        notes: [.init("'\(captive.id.value)' is here", at: captive.id.span)],
                        help: "make '\(captive.id.value)' shared, or '\(module.id.value)' weak or transient"))
            }
        }
    }

    /// The weak module that a requirement leads to, through transient ones, which live as long as the module that
    /// requires them.
    private func weakModule(requiredAs requirement: String, _ seen: inout Set<String>) -> Module? {
        guard let index = moduleIndex(of: requirement) else { return nil }
        let module = set.modules[index]
        guard seen.insert(module.id.value).inserted else { return nil }
        switch module.scope.value {
        case .weak: return module
        case .shared: return nil
        case .transient:
            for next in module.requires {
                if let found = weakModule(requiredAs: next.value, &seen) { return found }
            }
            return nil
        }
    }

    private func moduleIndex(of requirement: String) -> Int? {
        if let module = bound.identifiers[requirement] { return modules[module.id] }
        guard case .module(let module, _) = bound.protocols.first(where: { $0.name == requirement })?.supply else {
            return nil
        }
        return modules[module.id]
    }

    /// A view with the presentation `custom` needs a presenter that knows it.
    mutating func checkCustomPresentations() {
        for module in set.modules {
            guard let custom = module.present.first(where: { $0.value == PresentationWord.custom.rawValue }),
                let bound = modulesByIndex[modules[module.id.value] ?? -1], bound.factory.performing?.performs != true,
                registry.names(.presenter).allSatisfy({ $0 == Registry.mainPresenter })
            else { continue }
            diagnostics.append(
                Diagnostic(
                    .unregisteredName, at: custom.span,
                    "module '\(module.id.value)' is presented by 'custom', but no named presenter is registered",
                    help: "import WaybillPresentation and register one: registry.presenter(…, named: \"…\"); "
                        + "or give factory '\(module.factory.value)' a 'performs'"))
        }
    }
}
