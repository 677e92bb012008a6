import WaybillSyntax

extension Compilation {
    /// The set with its table; `nil` if the set has errors and therefore no table.
    package var routedSet: RoutedSet? { table.map { RoutedSet(set: set, table: $0) } }

    /// Whether all files of the set could be read.
    package var isReadable: Bool { !diagnostics.contains { $0.rule == .unreadableFile } }
}
