import WaybillCommandSupport
import WaybillManifest
import WaybillSyntax
import WaybillTraffic

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A running service, which returns its manifests below the address of its status.
struct RunningService {
    /// For example `http://127.0.0.1:8080/_waybill/status`.
    let address: String

    /// The environment variable with the token for the service.
    static let tokenVariable = "WAYBILL_TOKEN"

    /// How long a response may take, in seconds.
    private static let limit = 30
    /// The size of the largest response.
    private static let maximumBytes = 256 << 20

    init?(address: String) {
        guard ["http://", "https://"].contains(where: address.lowercased().hasPrefix) else { return nil }
        self.address = address
    }

    /// Returns the current manifests of the service.
    ///
    /// - Throws: The exit status, after the reason is printed to standard error.
    func manifests() throws -> ManifestFiles {
        let body = try get(address.hasSuffix("/") ? "\(address)manifests" : "\(address)/manifests")
        guard let archive = try? JSONDecoder().decode(ManifestArchive.self, from: Data(body)),
            archive.version == ManifestArchive.currentVersion
        else { throw failure("its response is not a set of manifests; give the address of a service's status") }
        return archive.manifests
    }

    /// Returns the running build of the service; `nil` if it is not known.
    ///
    /// - Throws: The exit status, after the reason is printed to standard error.
    func build() throws -> String? {
        struct Status: Decodable {
            var generation: Int
            var build: String?
        }
        guard let status = try? JSONDecoder().decode(Status.self, from: Data(get(address, "status"))) else {
            throw failure("its response is not a status; give the address of a service's status", "status")
        }
        return status.build
    }

    /// Returns the metrics of the service, which are beside its status.
    ///
    /// - Throws: The exit status, after the reason is printed to standard error.
    func metrics() throws -> ServiceMetrics {
        let isStatus = address.hasSuffix("/status")
        let url = isStatus ? address.dropLast("status".count) + "metrics" : address
        guard let metrics = try ServiceMetrics(String(decoding: get(url, "metrics"), as: UTF8.self)) else {
            throw failure("its response has no metrics; give the address of a service's status or metrics", "metrics")
        }
        return metrics
    }

    /// Sends a request with curl, so that other commands need not load libraries for HTTP and TLS.
    ///
    /// - Parameter wanted: What the response contains, for messages.
    private func get(_ url: String, _ wanted: String = "manifests") throws -> [UInt8] {
        let arguments = [
            "--disable", "--silent", "--show-error", "--fail", "--max-time", "\(Self.limit)", "--max-filesize",
            "\(Self.maximumBytes)", "--config", "-", "--", url,
        ]
        // The token is not an argument, because everybody on the machine can read arguments.
        let outcome = try ExternalTool.run(
            "curl", arguments, input: configuration, errors: .separate,
            ifMissing: "'curl' is needed, but it is not on the PATH", failure: { failure($0, wanted) })
        guard outcome.status == 0 else { throw failure(outcome.errors.withoutLineEnd, wanted) }
        return outcome.output
    }

    private var configuration: String {
        guard let token = ProcessInfo.processInfo.environment[Self.tokenVariable], !token.isEmpty else { return "" }
        let quoted = token.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "header = \"Authorization: Bearer \(quoted)\"\n"
    }

    private func failure(_ reason: String, _ wanted: String = "manifests") -> any Error {
        Output.failure("cannot get the \(wanted) of \(address): \(reason)")
    }
}
