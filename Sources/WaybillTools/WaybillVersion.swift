/// The version of this package, which the command and its reports give.
package enum WaybillVersion {
    package static let current = "0.1.0"
}
