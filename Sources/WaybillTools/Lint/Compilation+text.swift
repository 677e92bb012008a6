import WaybillManifest

extension Compilation {
    /// What `waybill check` prints for people about a set that nobody configured.
    package func text(color: Bool, width: Int?) -> String {
        lint().text(color: color, width: width)
    }
}
