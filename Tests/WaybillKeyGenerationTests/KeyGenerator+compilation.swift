import WaybillRules

@testable import WaybillKeyGeneration

extension KeyGenerator {
    init(_ compilation: Compilation, options: KeyOptions = KeyOptions(), modules: [String] = []) {
        self.init(compilation.set, compilation.sources, options: options, modules: modules)
    }
}

extension RouteKeys {
    init(_ compilation: Compilation) { self.init(compilation.set) }
}
