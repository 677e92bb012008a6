/// F: binding to the Swift side.
extension Rule {
    static let groupF: [Rule] = [
        .unregisteredName, .factoryMismatch, .captiveDependency, .isolationMismatch, .configurationMismatch,
    ]

    public static let unregisteredName = Rule(
        id: "F001", name: "unregistered-name", severity: .error,
        summary: "Every factory, adapter, interceptor, handler and lane that a manifest names is registered.")
    public static let factoryMismatch = Rule(
        id: "F002", name: "factory-mismatch", severity: .error,
        summary: "A factory makes what the module says that it provides.")
    public static let captiveDependency = Rule(
        id: "F005", name: "captive-dependency", severity: .error,
        summary: "What is shared holds nothing that goes when nobody holds it.")
    public static let isolationMismatch = Rule(
        id: "F007", name: "isolation-mismatch", severity: .error,
        summary: "What is shared, or handed over by an open, is Sendable.")
    public static let configurationMismatch = Rule(
        id: "F008", name: "configuration-mismatch", severity: .error,
        summary: "The values of 'with' decode into what the registered Swift code takes.")
}
