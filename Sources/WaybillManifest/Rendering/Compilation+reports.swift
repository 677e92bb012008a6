extension Compilation {
    /// Whether all that stands for a manifest could be read.
    package var isReadable: Bool { !diagnostics.contains { $0.rule == .unreadableFile } }

    /// What `waybill check` prints for people about a set that nobody configured.
    package func text(color: Bool, width: Int?) -> String {
        lint().text(color: color, width: width)
    }
}
