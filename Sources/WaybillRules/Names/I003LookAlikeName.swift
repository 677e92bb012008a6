import WaybillManifest
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let lookAlikeName = Rule("I003", "look-alike-name", .warning, .set, .ofPeers)
}

extension Check<CheckContext> {
    static let lookAlikeNames = Check(.lookAlikeName) { $0.set.checkNames() }
}

extension ManifestSet {
    /// Names of one kind that differ only in case. Names that differ only in their Unicode form are equal.
    fileprivate func checkNames() -> [Diagnostic] {
        lookAlikes("module") { modules.map(\.id).forEach($0) }
            + lookAlikes("protocol") { protocols.map(\.name).forEach($0) }
            + lookAlikes("identifier") { modules.flatMap(\.identifiers).forEach($0) }
            + lookAlikes("interceptor") { interceptors.map(\.id).forEach($0) } + lookAlikes("tag", forEachTag)
            + lookAlikes("route", forEachExplicitID)
    }

    private func forEachExplicitID(_ visit: (Located<String>) -> Void) {
        for index in routes.indices where routes[index].hasExplicitID { visit(routes[index].id) }
    }

    /// Calls `visit` with the declared tags or, if there are none, with the used ones.
    private func forEachTag(_ visit: (Located<String>) -> Void) {
        guard tags.isEmpty else { return tags.map(\.name).forEach(visit) }
        modules.flatMap(\.tags).forEach(visit)
        interceptors.flatMap(\.tags).forEach(visit)
        for index in routes.indices { routes[index].tags.forEach(visit) }
    }

    /// - Parameter forEach: Visits all names. There are many, and nearly always nothing must be reported.
    private func lookAlikes(
        _ noun: String, _ forEach: ((Located<String>) -> Void) -> Void
    ) -> [Diagnostic] {
        // One of two such names must have an upper-case letter.
        var mixed: Set<String> = []
        forEach { if !$0.value.isLowerCase { mixed.insert($0.value.lowercased()) } }
        guard !mixed.isEmpty else { return [] }
        var names: [Located<String>] = []
        forEach { names.append($0) }
        var first: [String: Located<String>] = [:]
        var reported: Set<String> = []
        return names.sorted { $0.span < $1.span }.compactMap { name in
            let folded = name.value.lowercased()
            guard mixed.contains(folded) else { return nil }
            guard let earlier = first[folded] else {
                first[folded] = name
                return nil
            }
            guard earlier.value != name.value, reported.insert(name.value).inserted else { return nil }
            return Diagnostic(
                .lookAlikeName, at: name.span,
                "\(noun) '\(name.value)' differs from '\(earlier.value)' only by case",
                notes: [.init("'\(earlier.value)' is here", at: earlier.span)],
                help: "rename one of them, or use the same spelling if both are meant to be one")
        }
    }
}

extension String {
    /// Whether it is ASCII without upper-case letters.
    var isLowerCase: Bool {
        var text = self
        // In place, so that several bytes are tested at a time.
        return text.withUTF8 { unsafe $0.allSatisfy { $0 < 0x80 && !(65...90).contains($0) } }  // alive in the body
    }
}
