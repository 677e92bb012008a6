package import ArgumentParser

/// The options of `waybill inspect`, for the verb and for the program that it starts.
package struct InspectOptions: ParsableArguments {
    package static let abstract = "Show the routes in a browser, and follow every save."

    package static let discussion = """
        Serves a page on this machine: the table of all routes, what happens to a URL and why, what each save changed, what \
        each interceptor covers, the graph, and the coverage. It only reads. A set with errors is shown as 'waybill check' \
        reports it, beside the last valid one.

        With '--to', the page shows the set that a fleet publishes, and what each instance of the fleet serves and why not. \
        etcd is asked at most once a second, and only while somebody looks.

        The program 'waybill-inspect', which has the HTTP server, must be in the folder of 'waybill', and for '--to' the \
        program 'waybill-fleet'.

        Examples:
          waybill inspect
          waybill inspect Routes --port 9090
          waybill inspect --to etcd://10.0.0.1:2379/waybill/prod
        """

    @Argument(
        help: ArgumentHelp("Manifests: files, or folders with every *.yaml and *.yml below them.", valueName: "paths"),
        completion: .file(extensions: ["yaml", "yml"]))
    package var paths: [String] = ["Routes"]

    @Option(
        help: ArgumentHelp(
            """
            Show this fleet instead of files: etcd://HOST:PORT,HOST:PORT/PREFIX, or etcds:// for TLS. The user and the \
            password are read from ETCD_USER and ETCD_PASSWORD.
            """, valueName: "address"))
    package var to: String?

    @Option(
        help: ArgumentHelp(
            "Trust the certificate authorities of this PEM file for '--to' instead of the system's.", valueName: "file"),
        completion: .file(extensions: ["pem"]))
    package var ca: String?

    @Option(help: ArgumentHelp("Listen on this port of 127.0.0.1; 0 takes a free one.", valueName: "port"))
    package var port = 7070

    @Option(
        help: ArgumentHelp(
            "Set the address of the service in the commands that the page offers to copy.", valueName: "url"))
    package var address = "http://localhost:8080"

    @Option(help: ArgumentHelp("Serve the page's files from this folder.", visibility: .hidden))
    package var page: String?

    package init() {}

    package func validate() throws {
        guard 0...65_535 ~= port else { throw ValidationError("'--port' takes 0 to 65535, found '\(port)'.") }
        if to != nil, paths != ["Routes"] {
            throw ValidationError("'--to' shows the set that the fleet publishes, so it takes no paths.")
        }
        if to == nil, ca != nil { throw ValidationError("'--ca' needs '--to'.") }
    }
}
