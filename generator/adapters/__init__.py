"""Any game of Proofdeck as other people's programs know games. Each module needs the package that it is named after."""
