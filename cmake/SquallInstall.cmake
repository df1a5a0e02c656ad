# What `cmake --install` puts where, besides the programs.
install(FILES docs/squall.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES README.md CHANGELOG.md LICENSE docs/architecture.md docs/metrics.md docs/parser-lab.md docs/plugins.md docs/result-schema.json
  docs/terminology.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/adr DESTINATION ${CMAKE_INSTALL_DOCDIR})
