import WaybillManifest

extension Compilation {
    /// Returns the text output of `waybill check` without a configuration.
    package func text(color: Bool, width: Int?) -> String {
        lint().text(color: color, width: width)
    }
}
