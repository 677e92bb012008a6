import WaybillSyntax

extension Compilation {
    /// What requests are asked of; `nil` where the set has errors and so no table.
    package var routedSet: RoutedSet? { table.map { RoutedSet(set: set, table: $0) } }

    /// Whether all that stands for a manifest could be read.
    package var isReadable: Bool { !diagnostics.contains { $0.rule == .unreadableFile } }
}
