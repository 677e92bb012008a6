import WaybillSyntax
import WaybillTable

extension ManifestSet {
    /// I003: names of one kind that differ by case alone. Those that differ by Unicode's forms alone are one name.
    func checkNames() -> [Diagnostic] {
        lookAlikes("module") { modules.map(\.id).forEach($0) }
            + lookAlikes("protocol") { protocols.map(\.name).forEach($0) }
            + lookAlikes("identifier") { modules.flatMap(\.identifiers).forEach($0) }
            + lookAlikes("interceptor") { interceptors.map(\.id).forEach($0) } + lookAlikes("tag", forEachTag)
            + lookAlikes("route", forEachGivenID)
    }

    private func forEachGivenID(_ visit: (Located<String>) -> Void) {
        for index in routes.indices where routes[index].isIDGiven { visit(routes[index].id) }
    }

    /// Those that are declared, or those that are used where none is.
    private func forEachTag(_ visit: (Located<String>) -> Void) {
        guard tags.isEmpty else { return tags.map(\.name).forEach(visit) }
        modules.flatMap(\.tags).forEach(visit)
        interceptors.flatMap(\.tags).forEach(visit)
        for index in routes.indices { routes[index].tags.forEach(visit) }
    }

    /// - Parameter forEach: Visits all names. They are many, and nearly always there is nothing to do with them.
    private func lookAlikes(
        _ noun: String, _ forEach: ((Located<String>) -> Void) -> Void
    ) -> [Diagnostic] {
        // Of two such names one at least is not all in lower case.
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
    /// Whether it is ASCII without letters in upper case.
    var isLowerCase: Bool {
        var text = self
        // In place: the bytes of a text that is in memory are looked at several at a time.
        return text.withUTF8 { unsafe $0.allSatisfy { $0 < 0x80 && !(65...90).contains($0) } }  // alive in the body
    }
}
